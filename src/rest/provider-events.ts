import { isUtf8 } from "node:buffer";
import type { FastifyError, FastifyInstance } from "fastify";
import { Problem } from "#domain/platform/problem.ts";
import { receiveEvents } from "#domain/sales/payments/provider-events/receive-events.ts";
import type { Refusal } from "#http/challenge.ts";
import { contextOf } from "#http/context.ts";
import { notUtf8 } from "#http/text.ts";
import { sendProblem } from "./problem-json.ts";

/** Bytes. Requests of providers are far smaller. */
const maxBody = 256 * 1024;

/**
 * `POST /payments/{provider}/events`: signed events of payment providers. Accepts every content type, because the
 * signature covers the exact bytes, which must be UTF-8. A status of 500 makes the provider send the event again.
 */
export async function providerEvents(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>("*", { parseAs: "buffer", bodyLimit: maxBody }, (_request, bytes, done) =>
    isUtf8(bytes) ? done(null, bytes) : done(notUtf8("The request body")),
  );
  app.setErrorHandler<FastifyError | Refusal | Problem>(sendProblem);
  app.post<{ Params: { provider: string } }>(
    "/payments/:provider/events",
    { config: { takesBytes: true } },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const received = { body, headers: request.headers };
      const { acknowledgment, ...result } = await receiveEvents(contextOf(request), request.params.provider, received);
      return acknowledgment === undefined ? result : reply.type("text/plain; charset=utf-8").send(acknowledgment);
    },
  );
}
