import type { FastifyRequest } from "fastify";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { authorize } from "#domain/platform/callers/authorize.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import {
  evaluatePreconditions,
  hasPreconditions,
  preconditionFailed,
  requireTags,
  type Validators,
} from "#http/preconditions.ts";
import { jsonPieces } from "#lib/event-loop/stringify.ts";
import { encodeInSlices } from "#lib/wire/encode-in-slices.ts";
import { etagOf, versionsIn } from "./etag.ts";
import { problemCodesOf } from "./openapi/problem-codes.ts";
import type { Route } from "#operations/route.ts";

/**
 * True if the operation evaluates the conditions of the request inside its transaction, by the version of the resource
 * that it changes. A request for many resources has no version. `isReadable`: there is a GET at the same path.
 */
export const comparesVersions = ({ effect, path, operation }: Route, isReadable: boolean): boolean =>
  effect !== undefined &&
  !(effect === "create" && isReadable) &&
  !path.endsWith("/bulk") &&
  problemCodesOf(operation.name).includes("etag_mismatch");

/** The conditions of a request as versions. Tags that no version has match none. */
export function versionConditionsOf({ headers }: FastifyRequest): Pick<Context, "ifMatch" | "ifNoneMatch"> {
  const { "if-match": ifMatch, "if-none-match": ifNoneMatch } = headers;
  const tags = ifMatch === undefined ? undefined : requireTags("If-Match", ifMatch);
  return {
    // RFC 9110 §13.1.1: weak tags never match.
    ifMatch: tags && versionsIn(tags === "any" ? tags : tags.filter(({ isWeak }) => !isWeak)),
    ifNoneMatch: ifNoneMatch === undefined ? undefined : versionsIn(requireTags("If-None-Match", ifNoneMatch)),
  };
}

/**
 * Evaluates the conditions of a write whose operation compares no versions, by the representation that a GET of the
 * same path returns (RFC 9110 §13.1). `read`: the route of that GET. Without it, nothing matches.
 */
export async function requireConditions(
  request: FastifyRequest,
  context: RequestContext,
  { operation }: Route,
  read: Route | undefined,
): Promise<void> {
  if (!hasPreconditions(request)) return;
  authorize(context.caller, operation.access);
  const current = read && (await validatorsOf(read, context, request.params));
  // The write reports that the resource is missing (RFC 9110 §13.2.1).
  if (current === "missing") return;
  if (evaluatePreconditions(request, current) === "failed") throw preconditionFailed();
}

async function validatorsOf(
  { operation }: Route,
  context: RequestContext,
  params: unknown,
): Promise<Validators | "missing"> {
  try {
    const output = await perform(operation, context, params);
    const body = await jsonPieces(await encodeInSlices(operation.output, output));
    return { etag: await etagOf(operation.version?.(output), body, true) };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // A caller who may not read a resource does not learn its tag.
    return error.code === "not_found" ? "missing" : {};
  }
}
