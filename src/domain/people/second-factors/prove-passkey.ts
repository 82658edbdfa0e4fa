import type { AuthenticationMethod } from "#access/authentication-methods.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { networkOf } from "#lib/network.ts";
import { type Ceremony, spendChallenge } from "./challenge.ts";
import { methodsOfPasskey, type Passkey, userHandleOf } from "./passkey.ts";
import { countUse, findPasskey } from "./passkey-queries.ts";
import { readAssertion } from "./passkey-responses.ts";
import { supportsPasskeys } from "./relying-party.ts";
import { verifyAssertion } from "./verify-passkey.ts";

/** A passkey whose signature was verified. Its challenge and counter are not spent yet. */
export interface Proven {
  passkey: Passkey;
  amr: AuthenticationMethod[];
  challenge: string;
  counter: number;
}

export interface PasskeyUse {
  /** The response, as the script of the page put it into the form. */
  response: string;
  ceremony: Ceremony;
  /** If set, only a passkey of this member counts. */
  memberId?: string | undefined;
}

/** Verifies a use of a passkey. Returns undefined for any that does not fit. Throws `rate_limited`. */
export async function provePasskey(
  context: RequestContext,
  { response, ceremony, memberId }: PasskeyUse,
): Promise<Proven | undefined> {
  if (!supportsPasskeys(context.site)) return undefined;
  await requireWithin(context, limits.passkeyPerAddress, networkOf(context.address));
  const assertion = readAssertion(response);
  const passkey = assertion && (await findPasskey(context, Buffer.from(assertion.id, "base64url")));
  if (!passkey || (memberId !== undefined && passkey.memberId !== memberId)) return undefined;
  const { userHandle } = assertion.response;
  const isOfMember = !userHandle || userHandle === userHandleOf(passkey.memberId);
  const use = isOfMember ? await verifyAssertion(context, ceremony, passkey, assertion) : undefined;
  if (use) return { passkey, amr: methodsOfPasskey(passkey), ...use };
  await recordRefusal(context, passkey);
  return undefined;
}

/**
 * Spends the challenge and the counter. Returns false if another request has: of a passkey that was copied, one of both
 * stays behind. Requires a transaction.
 */
export async function spendUse(inside: Context, { passkey, challenge, counter }: Proven): Promise<boolean> {
  return (await spendChallenge(inside, challenge)) && (await countUse(inside, passkey.id, counter));
}

export const recordRefusal = (context: Context, { id, memberId }: Passkey): Promise<void> =>
  recordAudit(context, "refusePasskey", { ...about("passkey", id), memberId });
