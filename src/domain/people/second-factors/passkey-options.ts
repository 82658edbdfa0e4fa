import { selfOf } from "#domain/platform/callers/own-session.ts";
import type { Context } from "#domain/platform/context.ts";
import { type Ceremony, newChallenge } from "./challenge.ts";
import { type Passkey, userHandleOf } from "./passkey.ts";
import { listPasskeys } from "./passkey-queries.ts";
import { relyingPartyOf, supportsPasskeys } from "./relying-party.ts";
import { algorithms } from "./verify-passkey.ts";

/** Returns whether the site offers passkeys: at a secure address, in a process that can check them. */
export const offersPasskeys = ({ factors, site }: Context): boolean => factors !== undefined && supportsPasskeys(site);

/** The ceremony in which the signed-in person adds a passkey. */
export const additionOf = (context: Context, browser: string): Ceremony => ({
  browser,
  purpose: `add ${selfOf(context).sessionId}`,
});

/** The ceremony in which the signed-in person confirms their identity. */
export const confirmationOf = (context: Context, browser: string): Ceremony => ({
  browser,
  purpose: `confirm ${selfOf(context).sessionId}`,
});

/** The ceremony of a sign-in, or of the second step of one. */
export const signInCeremony = (browser: string, memberId?: string): Ceremony => ({
  browser,
  purpose: memberId === undefined ? "sign-in" : `second-step ${memberId}`,
});

/** Options to use any passkey of the site, which the authenticator finds. Undefined where none are offered. */
export function optionsForAnyone(context: Context, browser: string) {
  if (!offersPasskeys(context)) return undefined;
  const challenge = newChallenge(context, signInCeremony(browser));
  return { challenge, rpId: relyingPartyOf(context.site), allowCredentials: [] };
}

/** Options to use a passkey of this member. Undefined for a member without one. */
export async function optionsForMember(context: Context, memberId: string, ceremony: Ceremony) {
  const passkeys = offersPasskeys(context) ? await listPasskeys(context, memberId) : [];
  if (passkeys.length === 0) return undefined;
  const challenge = newChallenge(context, ceremony);
  return { challenge, rpId: relyingPartyOf(context.site), allowCredentials: passkeys.map(described) };
}

/** Options to create a passkey of the signed-in person. */
export async function optionsForCreation(
  context: Context,
  browser: string,
  person: { email: string; name: string | null },
) {
  const { memberId } = selfOf(context);
  const existing = await listPasskeys(context, memberId);
  return {
    challenge: newChallenge(context, additionOf(context, browser)),
    rp: { id: relyingPartyOf(context.site), name: context.site.name },
    user: { id: userHandleOf(memberId), name: person.email, displayName: person.name ?? person.email },
    algorithms,
    excludeCredentials: existing.map(described),
  };
}

const described = ({ credentialId, transports }: Passkey) => ({ id: credentialId.toString("base64url"), transports });
