import type { FastifyReply, FastifyRequest } from "fastify";

/** Responds to a URL with invalid percent-encoding, which reaches no hook and no route. */
export function answerUnreadable(_error: Error, { id }: FastifyRequest, reply: FastifyReply): void {
  void reply
    .code(400)
    .header("x-content-type-options", "nosniff")
    .header("x-request-id", id)
    .send({ ...unreadable, request_id: id });
}

const unreadable = {
  error: "invalid_request",
  error_description: "The URL has invalid percent-encoding.",
};
