import type { SiteScope } from "#domain/platform/context.ts";
import { parseId } from "#domain/platform/ids.ts";
import { findEndedAuthorization } from "#oauth/authorizations.ts";
import type { Client } from "#oauth/clients/client.ts";
import { displayNameOf } from "#oauth/clients/client-name.ts";
import { findClientInAnyState } from "#oauth/clients/queries.ts";
import type { ClientChangedError } from "#oauth/clients/reread-client.ts";
import { isVettedClient } from "#oauth/clients/vetted-client.ts";
import { isHttpsRedirect } from "#oauth/redirect-uri.ts";
import type { PageRequest } from "../responses/page-request.ts";
import type { AuthorizationProblemKind, AuthorizationProblemView } from "../views/sign-in/authorization-problem.ts";

/** An authorization request that cannot continue. Each cause has its own page. */
export class AuthorizationProblem extends Error {
  readonly view: AuthorizationProblemView;

  constructor(view: AuthorizationProblemView) {
    super(view.kind);
    this.name = "AuthorizationProblem";
    this.view = view;
  }
}

/**
 * Finds the reason why a request is not pending for this browser. Names the client only to the browser that started
 * the request.
 */
export async function findAuthorizationProblem(
  { context, browser }: Pick<PageRequest, "context" | "browser">,
  named: string,
): Promise<AuthorizationProblem> {
  const id = parseId("authorization", named);
  const ended = id && (await findEndedAuthorization(context, id, browser));
  if (!ended) return new AuthorizationProblem({ kind: id && isPastLifetime(context, id) ? "expired" : "unknown" });
  if (!ended.isOfBrowser) return new AuthorizationProblem({ kind: ended.hasExpired ? "expired" : "other_browser" });
  const client = await findClientInAnyState(context, ended.clientId);
  return new AuthorizationProblem({
    ...describeClient(context, client, ended.redirectUri),
    kind: ended.outcome ?? (ended.hasExpired ? "expired" : "unknown"),
  });
}

export function viewOfClientChange(
  { site }: SiteScope,
  { change, client }: ClientChangedError,
): AuthorizationProblemView {
  const kind: AuthorizationProblemKind = change;
  return client ? { kind, client: displayNameOf(site, client) } : { kind };
}

/** Links only to vetted clients: the user may never have intended to visit another one. */
function describeClient({ site }: SiteScope, client: Client | undefined, redirectUri: string) {
  if (!client) return {};
  const leadsHome = isVettedClient(client) && isHttpsRedirect(redirectUri);
  return { client: displayNameOf(site, client), ...(leadsHome && { home: new URL(redirectUri).origin }) };
}

/** Requests are deleted one day after they expire. Their ids contain the creation time (UUIDv7, RFC 9562 §5.7). */
function isPastLifetime({ site, now }: PageRequest["context"], id: string): boolean {
  const createdAt = Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
  return createdAt + site.settings.authorizationRequestLifetime * 1000 <= now.getTime();
}
