import { formatId, parseId } from "#domain/platform/ids.ts";
import { findAuthorization, type PendingAuthorization } from "#oauth/authorizations.ts";
import { AuthorizationProblem, findAuthorizationProblem } from "./authorization-problem.ts";
import type { PageRequest } from "../responses/page-request.ts";

/**
 * Returns the pending authorization request of this browser, named in the query. Undefined if none is named. Throws
 * if it has ended.
 */
export async function authorizationOf({
  request,
  context,
  browser,
}: PageRequest): Promise<PendingAuthorization | undefined> {
  const named = new URLSearchParams(request.url.split("?")[1]).get("authorization");
  if (named === null) return undefined;
  const id = parseId("authorization", named);
  const pending = id && (await findAuthorization(context, id, browser));
  if (pending) return pending;
  throw await findAuthorizationProblem({ context, browser }, named);
}

/** Like `authorizationOf`, for pages that require a pending request. */
export async function requireAuthorization(pageRequest: PageRequest): Promise<PendingAuthorization> {
  const pending = await authorizationOf(pageRequest);
  if (!pending) throw new AuthorizationProblem({ kind: "unknown" });
  return pending;
}

/** Builds the path of a page, with the pending authorization if there is one. */
export function withAuthorization(
  path: string,
  pending: Pick<PendingAuthorization, "id"> | undefined,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams(pending && { authorization: formatId("authorization", pending.id) });
  for (const [name, value] of Object.entries(more)) query.set(name, value);
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}
