import type { AuthenticationMethod } from "#access/authentication-methods.ts";
import { postFactorNotice } from "#domain/people/accounts/post-notice.ts";
import { findAccount } from "#domain/people/accounts/queries.ts";
import { findMember } from "#domain/people/members/queries.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { count, limits } from "#domain/platform/rate-limits/rate-limits.ts";
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
 * Spends the challenge and the counter. `copied`: the counter did not grow, so that another authenticator may have the
 * same passkey. `spent`: another request was faster with the same response. Requires a transaction.
 */
export async function spendUse(
  inside: Context,
  { passkey, challenge, counter }: Proven,
): Promise<"counted" | "spent" | "copied"> {
  if (!(await spendChallenge(inside, challenge))) return "spent";
  return (await countUse(inside, passkey.id, counter)) ? "counted" : "copied";
}

/** Records a refused use, and notifies the owner of a passkey that may have been copied. */
export async function recordRefusal(
  context: Context,
  { id, memberId }: Passkey,
  reason?: "spent" | "copied",
): Promise<void> {
  await recordAudit(context, "refusePasskey", { ...about("passkey", id, { ...(reason && { reason }) }), memberId });
  if (reason !== "copied") return;
  const limit = limits.copiedPasskeyMailPerMember;
  if ((await count(context, limit, memberId)).count > limit.max) return;
  const accountId = (await findMember(context, memberId))?.accountId;
  const account = accountId ? await findAccount(context.db, accountId) : undefined;
  if (account) await postFactorNotice(context, account, "passkeyCopied");
}
