import { rows } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { digest } from "#lib/secrets/secret.ts";
import type { AuthorizationRequest } from "./authorization-request.ts";

/** A pending authorization request, bound to the browser that started it. */
export interface PendingAuthorization {
  id: string;
  request: AuthorizationRequest;
  createdAt: Date;
}

/** The user's decision, or `answered` if the server responded without asking. */
export type AuthorizationOutcome = "approved" | "denied" | "answered";

/** A request that has been answered, has expired or belongs to another browser. */
export interface EndedAuthorization {
  clientId: string;
  redirectUri: string;
  outcome: AuthorizationOutcome | null;
  hasExpired: boolean;
  isOfBrowser: boolean;
}

export async function storeAuthorization(
  { db, site, now }: Context,
  request: AuthorizationRequest,
  browser: string,
): Promise<PendingAuthorization> {
  const id = newId();
  const row = {
    siteId: site.id,
    id,
    browserDigest: digest(browser),
    clientId: request.clientId,
    request: JSON.stringify(request),
    createdAt: now,
    expiresAt: new Date(now.getTime() + site.settings.authorizationRequestLifetime * 1000),
  };
  await db.run`insert into authorizations ${rows(row)}`;
  return { id, request, createdAt: now };
}

/** Requires the browser that started the request, so that another person's link is useless. */
export function findAuthorization({ db, site, now }: Context, id: string, browser: string) {
  return db.first<PendingAuthorization>`
    select id, request, created_at
      from authorizations
     where site_id = ${site.id} and id = ${id} and answered_at is null
       and browser_digest = ${digest(browser)} and expires_at > ${now}`;
}

/** Finds the outcome of a request that `findAuthorization` does not return. */
export function findEndedAuthorization({ db, site, now }: Context, id: string, browser: string) {
  return db.first<EndedAuthorization>`
    select client_id, request ->> 'redirectUri' as redirect_uri, outcome, expires_at <= ${now} as has_expired,
           browser_digest = ${digest(browser)} as is_of_browser
      from authorizations
     where site_id = ${site.id} and id = ${id}`;
}

/** Stores the account chosen for `prompt=select_account`. */
export async function selectAccount({ db, site }: Context, id: string, memberId: string): Promise<void> {
  const choice = JSON.stringify({ selectedMember: memberId });
  await db.run`
     update authorizations set request = request || ${choice}::jsonb where site_id = ${site.id} and id = ${id}`;
}

/** Deletes the pending request. Of two concurrent answers, only the first finds it. */
export async function closeAuthorization(
  { db, site, now }: Context,
  id: string,
  outcome: AuthorizationOutcome,
): Promise<boolean> {
  const closed = await db.run`
    update authorizations set answered_at = ${now}, outcome = ${outcome}
     where site_id = ${site.id} and id = ${id} and answered_at is null`;
  return closed === 1;
}
