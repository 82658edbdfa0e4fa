import type { FastifyInstance, FastifyRequest } from "fastify";
import type { ExecutionResult, GraphQLError } from "graphql";
import type { Scope } from "#access/scopes.ts";
import { callerOf, requireScope, requireToken } from "#http/bearer.ts";
import { contextOf } from "#http/context.ts";
import type { TokenStanding } from "#oauth/token-standing.ts";
import type { MemberContext } from "./builder.ts";
import { isUnexpected, present } from "./errors.ts";
import { planFor } from "./plan.ts";
import { readGraphQLRequest } from "./request.ts";

/** What the API needs, and what its mutations need besides. */
const readScope: Scope = "account:read";
const writeScope: Scope = "account:write";

declare module "fastify" {
  interface FastifyRequest {
    /** The member behind the request, once they are known. */
    standing: TokenStanding | null;
  }
}

/** POST /member/graphql (contract §4.3): who asks is settled before the body is read, let alone executed. */
export function graphqlEndpoint(app: FastifyInstance): void {
  app.decorateRequest("standing", null);

  app.post("/member/graphql", { onRequest: authenticate }, async (request, reply) => {
    const context = contextOf(request);
    const standing = request.standing!;
    const { query, operationName, variables } = readGraphQLRequest(request.body);
    const plan = planFor(query, operationName);
    if (plan.operation === "mutation") requireScope(standing, writeScope);

    reply.type(mediaTypeFor(request));
    if (plan.kind === "refused") return reply.code(400).send({ errors: plan.errors });

    const memberContext: MemberContext = { ...context, caller: callerOf(standing), standing };
    const result = await plan.compiled.query({}, memberContext, variables);
    return reply.send(plan.compiled.stringify(presentable(request, result)));
  });
}

async function authenticate(request: FastifyRequest): Promise<void> {
  request.standing = await requireToken(contextOf(request), request.headers.authorization, [readScope]);
  requireScope(request.standing, readScope);
}

function presentable(request: FastifyRequest, result: ExecutionResult): ExecutionResult {
  const { errors } = result;
  if (!errors) return result;
  for (const error of errors.filter(isUnexpected)) {
    request.log.error({ err: error.originalError }, "unexpected error in a resolver");
  }
  return { ...result, errors: errors.map((error: GraphQLError) => present(error, request.id)) };
}

/** GraphQL over HTTP §6.3: the newer type where it is asked for. */
export const mediaTypeFor = ({ headers }: FastifyRequest): string =>
  headers.accept?.includes("application/graphql-response+json")
    ? "application/graphql-response+json; charset=utf-8"
    : "application/json; charset=utf-8";
