import { selfOf } from "#domain/people/accounts/self.ts";
import { findFactors, hasFactor } from "#domain/people/second-factors/queries.ts";
import { followProvider, proveSession } from "#domain/people/sessions/queries.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import type { IdentityProvider } from "../provider.ts";
import { listActiveProviders } from "../queries.ts";
import type { SentClaims } from "../upstream/sent-claims.ts";
import { findIdentity, listIdentities, recordUse } from "./queries.ts";

/**
 * Records in the session that its person has signed in at a provider again. Returns false for the identity of someone
 * else, and for a person with a second factor: a provider is one factor, like a password.
 */
export const confirmWithIdentity = (
  context: RequestContext,
  provider: IdentityProvider,
  { subject, email, session }: SentClaims,
  authenticatedAt: Date,
): Promise<boolean> =>
  context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const { memberId, sessionId } = selfOf(inside);
    const identity = await findIdentity(inside, provider.id, subject);
    if (identity?.memberId !== memberId || hasFactor(await findFactors(inside, memberId))) return false;
    await recordUse(inside, { id: identity.id, email });
    await proveSession(inside, sessionId, ["fed"], authenticatedAt);
    if (session !== null) await followProvider(inside, sessionId, { providerId: provider.id, session });
    return true;
  });

/** Returns the providers with which a member can confirm their identity. */
export async function findConfirmingProviders(context: Context, memberId: string): Promise<IdentityProvider[]> {
  const connected = new Set((await listIdentities(context, memberId)).map(({ providerId }) => providerId));
  if (connected.size === 0) return [];
  return (await listActiveProviders(context)).filter(({ id }) => connected.has(id));
}
