import type { FastifyReply, FastifyRequest } from "fastify";

/** An address whose percent signs decode to no text reaches no hook and no route: it is answered here. */
export function answerUnreadable(_error: Error, { id }: FastifyRequest, reply: FastifyReply): void {
  void reply
    .code(400)
    .header("x-content-type-options", "nosniff")
    .header("x-request-id", id)
    .send({ ...unreadable, request_id: id });
}

const unreadable = {
  error: "invalid_request",
  error_description: "The address cannot be read: mind its percent signs.",
};
