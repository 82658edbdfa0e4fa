import * as z from "zod";
import { findAccount } from "#domain/people/accounts/queries.ts";
import { selfOf } from "#domain/platform/callers/own-session.ts";
import { offersPasskeys } from "#domain/people/second-factors/passkey-options.ts";
import { findFactors, hasFactor } from "#domain/people/second-factors/queries.ts";
import { followProvider, proveSession } from "#domain/people/sessions/queries.ts";
import { findEntrant } from "#domain/people/sign-in-codes/queries.ts";
import { isCodeOffered } from "#domain/people/sign-in-codes/require-offered.ts";
import { findMember } from "#domain/people/members/queries.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { operation, perform } from "#domain/platform/operation.ts";
import { unchanged } from "#domain/platform/outcome.ts";
import { Problem } from "#domain/platform/problem.ts";
import { endProviderSessions } from "../end-provider-sessions.ts";
import { type IdentityProvider, rolesOfGroups } from "../provider.ts";
import { findProviderInsteadOfPassword, listActiveProviders, listProviders } from "../queries.ts";
import type { ProvenClaims, SentClaims } from "../upstream/sent-claims.ts";
import { applyGroupRoles } from "./group-roles.ts";
import { deleteIdentity, findIdentity, insertIdentity, listIdentities, recordUse } from "./queries.ts";

const OwnIdentities = z.object({
  connected: z.array(
    z.object({
      providerId: Id("identityProvider"),
      name: z.string(),
      email: z.string().nullable(),
      lastUsedAt: Instant,
      /** False for the last way to sign in. */
      mayDisconnect: z.boolean(),
    }),
  ),
  /** Providers that the member can connect. */
  available: z.array(z.object({ providerId: Id("identityProvider"), name: z.string() })),
});

export const listOwnIdentities = operation({
  name: "listOwnIdentities",
  summary: "List the member's connected identities",
  reads: { only: ["session"] },
  input: z.object({}),
  output: OwnIdentities,
  async run(context) {
    const { memberId } = selfOf(context);
    const [providers, identities] = await Promise.all([listProviders(context), listIdentities(context, memberId)]);
    const nameOf = new Map(providers.map(({ id, name }) => [id, name]));
    const connected = await Promise.all(
      identities.map(async ({ providerId, email, lastUsedAt }) => ({
        providerId,
        name: nameOf.get(providerId) ?? "",
        email,
        lastUsedAt,
        mayDisconnect: await hasOtherWay(context, providerId),
      })),
    );
    const taken = new Set(identities.map(({ providerId }) => providerId));
    const available = providers.filter(({ id, active }) => active && !taken.has(id));
    return { connected, available: available.map(({ id: providerId, name }) => ({ providerId, name })) };
  },
});

/** Connects the identity that the provider has just proven to the signed-in member. */
export async function connectIdentity(
  context: RequestContext,
  provider: IdentityProvider,
  claims: SentClaims,
): Promise<"connected" | "taken"> {
  try {
    await perform(connect, context, { provider, claims });
    return "connected";
  } catch (error) {
    if (error instanceof Problem && error.code === "conflict") return "taken";
    throw error;
  }
}

const connect = operation({
  name: "connectIdentity",
  summary: "Connect an identity to the signed-in member",
  writes: { only: ["session"] },
  input: z.object({ provider: z.custom<IdentityProvider>(), claims: z.custom<SentClaims>() }),
  output: z.object({ memberId: z.string() }),
  async run(context, { provider, claims }) {
    const { memberId } = selfOf(context);
    const { subject, email, groups } = claims;
    const existing = await findIdentity(context, provider.id, subject);
    if (existing?.memberId === memberId) {
      await recordUse(context, { id: existing.id, email });
      return unchanged({ memberId });
    }
    const added = existing
      ? undefined
      : await insertIdentity(context, { providerId: provider.id, subject, memberId, email, linkedBy: "person" });
    if (!added) throw new Problem("conflict", "This identity, or another one of the member, is connected already.");
    const member = await mustExist(findMember(context, memberId));
    await applyGroupRoles(context, added, member, rolesOfGroups(provider.groupRoles, groups));
    return { memberId };
  },
  audit: ({ provider }) => ({ details: { provider: provider.name, by: "person" } }),
});

/**
 * Records in the session that its person has signed in at a provider again. Returns false for the identity of someone
 * else, and for a person with a second factor: a provider is one factor, like a password.
 */
export const confirmWithIdentity = (
  context: RequestContext,
  provider: IdentityProvider,
  { subject, email, session, authenticatedAt }: ProvenClaims,
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

export const disconnectIdentity = operation({
  name: "disconnectIdentity",
  summary: "Disconnect an identity of the signed-in member",
  description: "Ends the member's other sessions and the tokens that came from it, and the roles of its groups.",
  writes: { only: ["session"] },
  input: z.object({ providerId: Id("identityProvider") }),
  output: z.object({ provider: z.string() }),
  async run(context, { providerId }) {
    const { memberId, sessionId } = selfOf(context);
    const identity = (await listIdentities(context, memberId)).find((one) => one.providerId === providerId);
    const provider = (await listProviders(context)).find(({ id }) => id === providerId);
    if (!identity || !provider) throw new Problem("not_found", "No identity of this provider is connected.");
    if (!(await hasOtherWay(context, providerId))) {
      throw new Problem(
        "conflict",
        "This is the last way to sign in. Choose a password, add a passkey or connect another one first.",
      );
    }
    await applyGroupRoles(context, identity, await mustExist(findMember(context, memberId)), []);
    await deleteIdentity(context, identity.id);
    await endProviderSessions(context, { providerId, memberId, except: sessionId });
    return { provider: provider.name };
  },
  audit: (_input, { provider }) => ({ details: { provider } }),
});

/** Returns whether the member can sign in without the provider: by password, passkey, mailed code or another provider. */
async function hasOtherWay(context: Context, providerId: string): Promise<boolean> {
  const { memberId, accountId } = selfOf(context);
  const account = await findAccount(context.db, accountId);
  // A provider that replaces passwords replaces passkeys too.
  if (account && !(await findProviderInsteadOfPassword(context, account.email))) {
    if (account.passwordHash !== null) return true;
    if (offersPasskeys(context) && (await findFactors(context, memberId)).passkeys > 0) return true;
    if (isCodeOffered(context) && (await findEntrant(context, account.email))?.memberId === memberId) return true;
  }
  const active = new Set((await listActiveProviders(context)).map(({ id }) => id));
  const others = await listIdentities(context, memberId);
  return others.some((one) => one.providerId !== providerId && active.has(one.providerId));
}
