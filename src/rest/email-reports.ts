import type { FastifyError, FastifyInstance } from "fastify";
import { receiveReports } from "#domain/messages/mail-reports/receive-reports.ts";
import type { Problem } from "#domain/platform/problem.ts";
import type { Refusal } from "#http/challenge.ts";
import { contextOf } from "#http/context.ts";
import { sendProblem } from "./problem-json.ts";

/** Bytes. A report returns at most the headers of a mail, or a mail of Lectern, which has no attachments. */
const maxBody = 1024 * 1024;

/**
 * `POST /email-reports/{secret}`: bounces and complaints, as messages or as the JSON of mail providers. Accepts every
 * content type, because Amazon SNS sends JSON as plain text and mail servers send messages in any charset.
 */
export async function emailReports(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>("*", { parseAs: "buffer", bodyLimit: maxBody }, (_request, bytes, done) =>
    done(null, bytes),
  );
  app.setErrorHandler<FastifyError | Refusal | Problem>(sendProblem);
  app.post<{ Params: { secret: string } }>(
    "/email-reports/:secret",
    { config: { takesBytes: true } },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const { confirmation, ...result } = await receiveReports(contextOf(request), request.params.secret, body);
      if (confirmation !== undefined) {
        request.log.warn(
          { confirmation },
          "open this URL to confirm that Amazon SNS sends bounces and complaints here",
        );
      }
      return result;
    },
  );
}
