import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { type EndedAccess, endProviderSessions } from "../end-provider-sessions.ts";
import { findIdentity } from "../identities/queries.ts";
import { useOnce } from "../use-once.ts";
import type { IdentityProvider } from "../provider.ts";

/**
 * Ends the sessions that a logout token names, and their tokens. Returns false if the token was used before. Throws ProviderError.
 */
export async function endSessionsOfToken(
  context: RequestContext,
  provider: IdentityProvider,
  token: string,
): Promise<boolean> {
  const { readLogoutToken } = await import("./read-logout-token.ts");
  const { subject, session, tokenId, expiresAt } = await readLogoutToken(context, provider, token);
  const sessions = session === undefined ? [] : [session];
  return endNamedSessions(context, provider.id, { subject, sessions, use: tokenId, expiresAt });
}

interface Named {
  /** The person, if the message names one. */
  subject: string | undefined;
  /** Sessions of the provider. Without one, all of the person end. */
  sessions: readonly string[];
  /** ID of the message, which counts once. */
  use: string;
  expiresAt: Date;
}

/** Ends the sessions that a message of the provider names. Returns false if the message was used before. */
export const endNamedSessions = (
  context: RequestContext,
  providerId: string,
  { subject, sessions, use, expiresAt }: Named,
): Promise<boolean> =>
  context.db.transaction(async (db) => {
    const inside = { ...context, db };
    if (!(await useOnce(inside, `${providerId}\n${use}`, expiresAt))) return false;
    const identity = subject === undefined ? undefined : await findIdentity(inside, providerId, subject);
    const memberId = identity?.memberId;
    const ended: EndedAccess[] = [];
    for (const providerSession of sessions)
      ended.push(await endProviderSessions(inside, { providerId, providerSession }));
    // Without a session, all of the person end. With one, also those for which the provider named none.
    if (memberId !== undefined) {
      ended.push(await endProviderSessions(inside, { providerId, memberId, isUnnamed: sessions.length > 0 }));
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
