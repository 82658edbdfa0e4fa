import type { Role } from "#access/roles.ts";
import { findMember, lockMember } from "#domain/people/members/queries.ts";
import { openSession, type SignInClient } from "#domain/people/sign-in/open-session.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { withAdvisoryLock } from "#domain/platform/locks/with-advisory-lock.ts";
import { authorization } from "#telemetry/metrics/catalog.ts";
import { type IdentityProvider, rolesOfGroups } from "../provider.ts";
import { findProvider } from "../queries.ts";
import type { ProvenClaims } from "../upstream/sent-claims.ts";
import { applyGroupRoles } from "./group-roles.ts";
import type { Identity } from "./identity.ts";
import { memberOfAddress, type Refusal } from "./member-of-address.ts";
import { deleteIdentity, findIdentity, insertIdentity, recordUse } from "./queries.ts";
import type { FirstStep } from "#domain/people/sign-in/first-step.ts";

/** `session`: the secret of the new one. `step`: the member has a second factor, which comes next. */
type SignedIn = { session: string; roles: readonly Role[] } | { step: FirstStep };

/** Signs in the member of an identity that the provider has just proven. */
export async function signInWithIdentity(
  context: RequestContext,
  provider: IdentityProvider,
  claims: ProvenClaims,
  client: SignInClient,
): Promise<Refusal | SignedIn> {
  let result = "failed";
  try {
    const outcome = await context.db.transaction((db) => enter({ ...context, db }, provider, claims, client));
    result = typeof outcome === "string" ? "refused" : "session" in outcome ? "succeeded" : "continued";
    return outcome;
  } catch (error) {
    // Two first sign-ins of one address: the member of the other one decides at the next attempt.
    if (error instanceof Problem && error.code === "already_member") return "unproven";
    throw error;
  } finally {
    authorization.signIns.add({ result });
  }
}

async function enter(
  inside: Context,
  provider: IdentityProvider,
  claims: ProvenClaims,
  client: SignInClient,
): Promise<Refusal | SignedIn> {
  await withAdvisoryLock(inside, `identity ${provider.id} ${claims.subject}`);
  // The owner may have switched the provider off since the request began.
  if (!(await findProvider(inside, provider.id))?.active) return "closed";
  const existing = await findIdentity(inside, provider.id, claims.subject);
  const isFormer = existing !== undefined && (await hasReturned(inside, existing));
  const identity = existing && !isFormer ? existing : await link(inside, provider, claims, existing);
  if (typeof identity === "string") return identity;
  const found = await findMember(inside, identity.memberId);
  if (found?.status !== "active") return "closed";
  // Before the lock on the member, as everywhere.
  await applyGroupRoles(inside, identity, found, rolesOfGroups(provider.groupRoles, claims.groups));
  const member = await lockMember(inside, identity.memberId);
  if (member?.status !== "active" || member.roles.length === 0) return "closed";
  await recordUse(inside, { id: identity.id, email: claims.email });
  const origin = { id: provider.id, session: claims.session };
  const session = await openSession(
    inside,
    member.id,
    { ...client, provider: origin, authenticatedAt: claims.authenticatedAt },
    ["fed"],
  );
  if (session !== undefined) return { session, roles: member.roles };
  // The second factor authenticates them now.
  return { step: { memberId: member.id, amr: ["fed"], password: null, provider: origin } };
}

/** A member who was removed and added again has to accept again, by an address that the provider vouches for. */
const hasReturned = async (inside: Context, { memberId }: Identity): Promise<boolean> =>
  (await findMember(inside, memberId))?.status === "invited";

async function link(
  inside: Context,
  provider: IdentityProvider,
  claims: ProvenClaims,
  former: Identity | undefined,
): Promise<Refusal | Identity> {
  const linked = await memberOfAddress(inside, provider, claims);
  if (typeof linked === "string") return linked;
  if (former) await deleteIdentity(inside, former.id);
  const { subject, email } = claims;
  const identity = await insertIdentity(inside, { providerId: provider.id, subject, email, ...linked });
  // The member has another identity there: an address that was given to someone else must not lead to its old owner.
  if (!identity) return "unproven";
  await recordAudit(inside, "connectIdentity", {
    ...about("member", linked.memberId, { provider: provider.name, by: linked.linkedBy }),
    memberId: linked.memberId,
  });
  return identity;
}
