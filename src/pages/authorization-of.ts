import { formatId, parseId } from "#domain/platform/ids.ts";
import { findAuthorization, type PendingAuthorization } from "#oauth/authorizations.ts";
import { AuthorizationProblem, findAuthorizationProblem } from "./authorization-problem.ts";
import type { Visit } from "./visit.ts";

/** The request that waits for this browser, named in the query; undefined where none is named. Throws for a stale one. */
export async function authorizationOf({ request, context, browser }: Visit): Promise<PendingAuthorization | undefined> {
  const named = new URLSearchParams(request.url.split("?")[1]).get("authorization");
  if (named === null) return undefined;
  const id = parseId("authorization", named);
  const pending = id && (await findAuthorization(context, id, browser));
  if (pending) return pending;
  throw await findAuthorizationProblem({ context, browser }, named);
}

/** The same for a page that is of no use without a request. */
export async function requireAuthorization(visit: Visit): Promise<PendingAuthorization> {
  const pending = await authorizationOf(visit);
  if (!pending) throw new AuthorizationProblem({ kind: "unknown" });
  return pending;
}

/** A page on the way to an authorization, or on no such way. */
export function withAuthorization(
  path: string,
  pending: Pick<PendingAuthorization, "id"> | undefined,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams(pending && { authorization: formatId("authorization", pending.id) });
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}
