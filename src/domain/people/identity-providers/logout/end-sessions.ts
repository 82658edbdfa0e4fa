import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { type EndedAccess, endProviderSessions } from "../end-provider-sessions.ts";
import { findIdentity, listIdentities } from "../identities/queries.ts";
import { useOnce } from "../requests.ts";
import type { IdentityProvider } from "../provider.ts";
import { ProviderError } from "../provider-error.ts";
import { findProvider } from "../queries.ts";
import type { ReceivedRequest } from "../saml/read-logout-request.ts";

/**
 * Ends the sessions that a logout token names, and their tokens. Returns false if the token was used before. Throws
 * ProviderError.
 */
export async function endSessionsOfToken(
  context: RequestContext,
  provider: IdentityProvider,
  token: string,
): Promise<boolean> {
  const { readLogoutToken } = await import("./read-logout-token.ts");
  const { subject, session, tokenId, expiresAt } = await readLogoutToken(context, provider, token);
  const providerId = provider.id;
  return context.db.transaction(async (db) => {
    const inside = { ...context, db };
    if (!(await useOnce(inside, `${providerId}\n${tokenId}`, expiresAt))) return false;
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
}

/**
 * Ends the sessions that a logout request of a SAML provider names: those of the person only, because providers number
 * sessions per person. Returns the address to which the answer goes, if there is one. Throws ProviderError.
 */
export async function endSessionsOfRequest(
  context: RequestContext,
  provider: IdentityProvider,
  { received, relayState }: { received: ReceivedRequest; relayState: string | undefined },
): Promise<string | undefined> {
  const { acceptLogoutRequest, logoutResponseAddress } = await import("../saml/logout-messages.ts");
  const { id, subject, sessions, expiresAt } = acceptLogoutRequest(context, provider, received);
  const providerId = provider.id;
  await context.db.transaction(async (db) => {
    const inside = { ...context, db };
    if (!(await useOnce(inside, `${providerId}\nlogout request\n${id}`, expiresAt))) {
      throw new ProviderError("invalid", "This logout request was used before.");
    }
    const memberId = (await findIdentity(inside, providerId, subject))?.memberId;
    if (memberId === undefined) return;
    const ended = [await endProviderSessions(inside, { providerId, memberId, isUnnamed: sessions.length > 0 })];
    for (const providerSession of sessions) {
      ended.push(await endProviderSessions(inside, { providerId, memberId, providerSession }));
    }
    await recordEnd(inside, providerId, ended);
  });
  return logoutResponseAddress(context, provider, { id, relayState });
}

/** A provider at which the person of a session is signed in too, with the address that ends the session there. */
export interface LogoutElsewhere {
  name: string;
  address: string;
}

/** Returns where a session can be ended too: at the SAML provider that it came from. */
export async function findLogoutElsewhere(context: Context, sessionId: string): Promise<LogoutElsewhere | undefined> {
  const { db, site } = context;
  const origin = await db.first<{ memberId: string; providerId: string | null; session: string | null }>`
    select member_id, identity_provider_id as provider_id, provider_session as session from sessions
     where site_id = ${site.id} and id = ${sessionId}`;
  if (!origin || origin.providerId === null) return undefined;
  const provider = await findProvider(context, origin.providerId);
  if (!provider?.saml?.logoutAddress) return undefined;
  const identities = await listIdentities(context, origin.memberId);
  const identity = identities.find(({ providerId }) => providerId === provider.id);
  if (!identity) return undefined;
  const { logoutRequestAddress } = await import("../saml/logout-messages.ts");
  const { subject } = identity;
  const address = logoutRequestAddress(context, provider, { subject, session: origin.session });
  return address === undefined ? undefined : { name: provider.name, address };
}

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
