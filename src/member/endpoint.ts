import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { ExecutionResult, GraphQLError } from "graphql";
import type { Scope } from "#access/scopes.ts";
import { callerOf, requireScope, requireToken } from "#http/bearer.ts";
import { contextOf } from "#http/context.ts";
import { logFailure, type Outage, outageOf, refuseFor } from "#http/outage.ts";
import type { Quotas } from "#http/quotas/quotas.ts";
import type { TokenStatus } from "#oauth/token-status.ts";
import { recordError } from "#telemetry/record-error.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import type { MemberContext } from "./builder.ts";
import { badUserInput, codedError, codeOf, isUnexpected, serializeError, withText } from "./errors.ts";
import { execute } from "./execution/execute.ts";
import { mediaTypeFor, statusOfRefusal } from "./media-type.ts";
import { planFor } from "./plan.ts";
import { type GraphQLParameters, readGraphQLQuery, readGraphQLRequest } from "./request.ts";
import { withinTime } from "./within-time.ts";

/** The scope of the API, and the additional one of its mutations. */
const readScope: Scope = "account:read";
const writeScope: Scope = "account:write";

declare module "fastify" {
  interface FastifyRequest {
    /** The token of the request, after authentication. */
    tokenStatus: TokenStatus | null;
  }
}

/** POST and GET /member/graphql (contract §4.3). Authenticates before the body is read. */
export function graphqlEndpoint(app: FastifyInstance, quotas: Quotas, timeLimit: number): void {
  app.decorateRequest("tokenStatus", null);

  const authenticate = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const context = contextOf(request);
    request.tokenStatus = await requireToken(context, request.headers.authorization, [readScope]);
    requireScope(request.tokenStatus, readScope);
    await limitRequests(quotas, context, request.tokenStatus, reply);
  };

  async function answer(request: FastifyRequest, reply: FastifyReply, parameters: GraphQLParameters) {
    const context = contextOf(request);
    const { tokenStatus } = request;
    if (!tokenStatus) throw new Error("The request was not authenticated.");
    const { query, operationName, variables } = parameters;
    const plan = planFor(query, operationName);
    // GraphQL over HTTP §6.2.1: a GET has no effects.
    if (plan.operation === "mutation" && request.method !== "POST") {
      recordError("BAD_USER_INPUT");
      const errors = [badUserInput("Mutations must be sent with POST.")];
      return reply.code(405).header("allow", "POST").type(mediaTypeFor(request)).send({ errors });
    }
    if (plan.operation === "mutation") requireScope(tokenStatus, writeScope);

    reply.type(mediaTypeFor(request));
    if (plan.kind === "refused") {
      for (const error of plan.errors) recordError(codeOf(error));
      return reply.code(statusOfRefusal(request)).send({ errors: plan.errors });
    }
    plan.requireAffordable?.(variables);

    const memberContext: MemberContext = {
      ...context,
      caller: callerOf(tokenStatus),
      tokenStatus,
      requested: plan.requested,
    };
    const result = await withinTime(execute(plan.prepared, memberContext, variables), timeLimit);
    if (result.data === undefined) {
      recordError("BAD_USER_INPUT");
      return reply.code(statusOfRefusal(request)).send(withoutData(result));
    }
    const outage = result.data === null ? firstOutage(result) : undefined;
    if (outage) refuseFor(outage, reply);
    return reply.send(JSON.stringify(presentable(request, result)));
  }

  app.post("/member/graphql", { onRequest: authenticate }, (request, reply) =>
    answer(request, reply, readGraphQLRequest(request.body)),
  );
  // Only the Authorization header authenticates, so other sites cannot forge requests with a member's cookies.
  app.get("/member/graphql", { onRequest: authenticate }, (request, reply) =>
    answer(request, reply, readGraphQLQuery(request.query)),
  );
}

/** Errors from before execution (invalid variables) have no `data`. */
const withoutData = ({ errors = [] }: ExecutionResult) => ({
  errors: errors.map((error) => withText(error, error.message, { code: "BAD_USER_INPUT" })),
});

/** Without any data because of an outage, the status says so. Partial data is a success with errors. */
function firstOutage({ errors = [] }: ExecutionResult): Outage | undefined {
  for (const { originalError } of errors) {
    const outage = outageOf(originalError);
    if (outage) return outage;
  }
  return undefined;
}

function presentable(request: FastifyRequest, result: ExecutionResult): ExecutionResult {
  const { errors } = result;
  if (!errors) return result;
  for (const { originalError } of errors.filter(isUnexpected)) logFailure(request, originalError);
  const serialized = errors.map((error: GraphQLError) => serializeError(error, request.id));
  for (const error of serialized) recordError(codeOf(error));
  return { ...result, errors: serialized };
}

/** Counts a request per client and member, across all their tokens. Throws `RATE_LIMITED`. */
async function limitRequests(
  quotas: Quotas,
  { site, now }: RequestContext,
  { grantId }: TokenStatus,
  reply: FastifyReply,
): Promise<void> {
  const policy = { name: "client", perMinute: site.settings.apiRequestsPerMinute };
  const { allowed, resetSeconds } = await quotas.take(site, policy, grantId, now);
  if (allowed) return;
  reply.header("retry-after", String(resetSeconds));
  throw codedError(
    "RATE_LIMITED",
    `More than ${policy.perMinute} requests in one minute. Wait ${resetSeconds} seconds.`,
    {
      retryAfterSeconds: resetSeconds,
    },
  );
}
