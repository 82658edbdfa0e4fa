import type { FastifyError, FastifyInstance, FastifyRequest } from "fastify";
import { GraphQLError } from "graphql";
import { Refusal, sendRefusal } from "#http/challenge.ts";
import { contextOf } from "#http/context.ts";
import { allowAnyOrigin } from "#http/cors.ts";
import { acceptJson } from "#http/json-body.ts";
import { logFailure, outageOf, refuseFor } from "#http/outage.ts";
import type { Quotas } from "#http/quotas/quotas.ts";
import { transportErrorOf } from "#http/transport-error.ts";
import { productVersion } from "#lib/settings/product-version.ts";
import { recordError } from "#telemetry/record-error.ts";
import { graphqlEndpoint } from "./endpoint.ts";
import { badUserInput, codedError, codeOf } from "./errors.ts";
import { mediaTypeFor, statusOfRefusal } from "./media-type.ts";

const defaultTimeLimitMs = 10_000;

/** The Member API. Authorization errors follow OAuth, in body and header; all others are GraphQL `errors`. */
export const memberApi =
  (quotas: Quotas, { timeLimit = defaultTimeLimitMs } = {}) =>
  async (app: FastifyInstance): Promise<void> => {
    const version = productVersion();
    app.removeContentTypeParser(["text/plain", "application/json"]);
    acceptJson(app, "application/json");
    allowAnyOrigin(app);
    app.addHook("onRequest", (_request, reply, done) => {
      reply.header("cache-control", "no-store").header("x-api-version", version);
      done();
    });
    app.setErrorHandler<FastifyError | Refusal | GraphQLError>((error, request, reply) => {
      if (error instanceof Refusal) return sendRefusal(reply, contextOf(request).site, error);
      reply.type(mediaTypeFor(request));
      if (error instanceof GraphQLError) {
        recordError(codeOf(error), request.scope);
        return reply.code(statusOf(error, request)).send({ errors: [error] });
      }
      const refused = transportErrorOf(error, "Send the GraphQL request as application/json.");
      if (refused) {
        recordError("BAD_USER_INPUT", request.scope);
        return reply.code(refused.statusCode).send({ errors: [badUserInput(refused.message)] });
      }
      logFailure(request, error);
      const outage = outageOf(error);
      recordError(outage?.code ?? "INTERNAL", request.scope);
      if (outage) {
        const { message, retryAfterSeconds } = outage;
        const unavailable = codedError("UNAVAILABLE", message, { retryAfterSeconds, requestId: request.id });
        return refuseFor(outage, reply).send({ errors: [unavailable] });
      }
      return reply
        .code(500)
        .send({ errors: [codedError("INTERNAL", "An internal error occurred.", { requestId: request.id })] });
    });
    graphqlEndpoint(app, quotas, timeLimit);
  };

function statusOf({ extensions }: GraphQLError, request: FastifyRequest): number {
  if (extensions["code"] === "RATE_LIMITED") return 429;
  return extensions["code"] === "COST_LIMIT_EXCEEDED" ? statusOfRefusal(request) : 400;
}
