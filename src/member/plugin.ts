import type { FastifyError, FastifyInstance } from "fastify";
import { GraphQLError } from "graphql";
import { Refusal, sendRefusal } from "#http/challenge.ts";
import { contextOf } from "#http/context.ts";
import { allowAnyOrigin } from "#http/cors.ts";
import { graphqlEndpoint, mediaTypeFor } from "./endpoint.ts";
import { codedError } from "./errors.ts";

/** The Member API. Refusals are OAuth's, in body and header; everything else is GraphQL's `errors`. */
export async function memberApi(app: FastifyInstance): Promise<void> {
  app.removeContentTypeParser("text/plain");
  allowAnyOrigin(app);
  app.addHook("onRequest", (_request, reply, done) => {
    reply.header("cache-control", "no-store");
    done();
  });
  app.setErrorHandler<FastifyError | Refusal | GraphQLError>((error, request, reply) => {
    if (error instanceof Refusal) return sendRefusal(reply, contextOf(request).site, error);
    reply.type(mediaTypeFor(request));
    if (error instanceof GraphQLError) return reply.code(400).send({ errors: [error] });
    const status = error.statusCode ?? 500;
    if (status < 500) return reply.code(status).send({ errors: [codedError("BAD_USER_INPUT", error.message)] });
    request.log.error({ err: error }, "unexpected error");
    return reply
      .code(500)
      .send({ errors: [codedError("INTERNAL", "Something went wrong here.", { requestId: request.id })] });
  });
  graphqlEndpoint(app);
}
