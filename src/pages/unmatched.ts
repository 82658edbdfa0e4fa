import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { prefersPage, statusOfUnmatched } from "#http/not-found.ts";
import { showError } from "./errors.ts";
import { sendOwnPage } from "./public/unmatched.ts";
import { publicVisits } from "./public/visit.ts";
import { visits } from "./visit.ts";

/** Of another surface: what it has where no route is, or undefined. */
type Answer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

/** Addresses that nothing stands behind, and hosts that no site answers at: a page for people, JSON for programs. */
export function answerUnmatched(app: FastifyInstance, csrfKey: Buffer, sendDocument: Answer): void {
  const visit = visits(csrfKey);
  const publicVisit = publicVisits(visit);

  app.setNotFoundHandler(async (request, reply) => {
    if (request.method === "GET" || request.method === "HEAD") {
      const own = (await sendDocument(request, reply)) ?? (await sendOwnPage(publicVisit, request, reply));
      if (own) return own;
    }
    const status = statusOfUnmatched(app, request, reply);
    if (prefersPage(request)) return showError(visit, request, reply, { status });
    return sendJson(request, reply, status);
  });

  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) request.log.error({ err: error }, "unexpected error");
    return sendJson(request, reply, status);
  });
}

const texts: Record<number, [code: string, description: string]> = {
  404: ["not_found", "There is nothing at this address."],
  405: ["method_not_allowed", "This address is not for this method. Allow names those it takes."],
};

function sendJson({ id }: FastifyRequest, reply: FastifyReply, status: number): FastifyReply {
  const [error, description] =
    texts[status] ??
    (status < 500 ? ["invalid_request", "The request is malformed."] : ["server_error", "Something went wrong here."]);
  return reply.code(status).send({ error, error_description: description, request_id: id });
}
