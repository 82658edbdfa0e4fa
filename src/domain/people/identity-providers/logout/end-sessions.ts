import { rows } from "#database/statements/sql.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { digest } from "#lib/secrets/secret.ts";
import { type EndedAccess, endProviderSessions } from "../end-provider-sessions.ts";
import { findIdentity } from "../identities/queries.ts";
import type { LogoutToken } from "./read-logout-token.ts";

/** Ends the sessions that a logout token names, and their tokens. Returns false if the token was used before. */
export const endSessionsOfToken = (
  context: RequestContext,
  providerId: string,
  { subject, session, tokenId, expiresAt }: LogoutToken,
): Promise<boolean> =>
  context.db.transaction(async (db) => {
    const inside = { ...context, db };
    if (!(await useToken(inside, `${providerId}\n${tokenId}`, expiresAt))) return false;
    const identity = subject === undefined ? undefined : await findIdentity(inside, providerId, subject);
    const memberId = identity?.memberId;
    const ended: EndedAccess[] = [];
    if (session !== undefined) ended.push(await endProviderSessions(inside, { providerId, providerSession: session }));
    // Without a session, all of the person end. With one, also those for which the provider named none.
    if (memberId !== undefined) {
      ended.push(await endProviderSessions(inside, { providerId, memberId, isUnnamed: session !== undefined }));
    }
    await recordEnd(inside, providerId, ended);
    return true;
  });

/** Ends the sessions of one session at the provider (OpenID Connect Front-Channel Logout 1.0 §2). */
export const endSessionsOfProviderSession = (
  context: RequestContext,
  providerId: string,
  providerSession: string,
): Promise<void> =>
  context.db.transaction(async (db) => {
    const inside = { ...context, db };
    await recordEnd(inside, providerId, [await endProviderSessions(inside, { providerId, providerSession })]);
  });

async function recordEnd(inside: Context, providerId: string, all: readonly EndedAccess[]): Promise<void> {
  const ended = all.reduce((sum, { sessions }) => sum + sessions, 0);
  const applications = all.reduce((sum, each) => sum + each.applications, 0);
  if (ended + applications === 0) return;
  await recordAudit(inside, "endProviderSessions", about("identityProvider", providerId, { ended, applications }));
}

async function useToken({ db, site }: Context, token: string, expiresAt: Date): Promise<boolean> {
  const used = await db.run`
    insert into used_logout_tokens ${rows({ siteId: site.id, digest: digest(token), expiresAt })}
    on conflict do nothing`;
  return used === 1;
}
