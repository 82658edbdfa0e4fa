import { isKnownBrowser } from "#domain/people/sessions/known-browsers.ts";
import type { SignInClient } from "#domain/people/sign-in/open-session.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { emailKey } from "#domain/platform/email.ts";
import { count, type Limit, limits, uncount } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";
import { networkOf } from "#lib/network.ts";
import { digest } from "#lib/secrets/secret.ts";
import { authorization } from "#telemetry/metrics/catalog.ts";
import { areDigits, maxTries, readDigits, type SignInCode } from "./code.ts";
import { requireCodeOffered } from "./require-offered.ts";
import { enter, type Entered } from "./sign-in-with-code.ts";
import { countTry, findCodeOfLink } from "./queries.ts";

/**
 * Why digits did not sign in. `incomplete`: not six digits, which costs no try. `spent`: all tries of this code are
 * used. `link_only`: too many wrong digits for this account or at this school lately. `ended`: no code, or no longer.
 */
export type Refusal = "incomplete" | "wrong" | "spent" | "link_only" | "ended";

/**
 * Signs in the person whose digits are entered in the browser that asked for them. An address without a member behaves
 * like one with a member and other digits. Throws `rate_limited`.
 */
export const enterWithDigits = (
  context: RequestContext,
  { typed, ...client }: SignInClient & { typed: string },
): Promise<Refusal | Entered> => measured(() => tryDigits(context, typed, client));

/** Signs in the person who confirms the mailed link, in the browser that asked for it. */
export const enterWithLink = (
  context: RequestContext,
  { link, ...client }: SignInClient & { link: string },
): Promise<Refusal | Entered> =>
  measured(async () => {
    requireCodeOffered(context);
    const code = await findCodeOfLink(context, link, client.browser);
    if (!code?.isOwn) return "ended";
    return (await enter(context, digest(link), client)) ?? "ended";
  });

async function tryDigits(context: RequestContext, typed: string, client: SignInClient): Promise<Refusal | Entered> {
  requireCodeOffered(context);
  const digits = readDigits(typed);
  if (digits === undefined) return "incomplete";
  const network = networkOf(context.address);
  await requireWithin(context, limits.digitsPerAddress, network);
  const code = await countTry(context, client.browser);
  if (!code) return "ended";
  if (code.tries > maxTries) return "spent";
  const account = await accountSubject(context, code, client.browser);
  if (!(await mayGuess(context, code, account))) return "link_only";
  const isRight = areDigits(digits, client.browser, code.digitsDigest);
  if (!isRight || code.memberId === null) return "wrong";
  await uncount(context, limits.digitsPerAddress, network);
  await uncount(context, limits.digitsPerAccount, account);
  await uncount(context, limits.digitsPerSite, "");
  return (await enter(context, code.linkDigest, client)) ?? "ended";
}

/** A browser that the member has used counts on its own, so that strangers cannot use up the tries of the person. */
async function accountSubject(context: RequestContext, { email, memberId }: SignInCode, browser: string) {
  const isKnown = await isKnownBrowser(context, memberId ?? nilUuid, browser);
  return isKnown ? `${emailKey(email)}\nbrowser ${browser}` : emailKey(email);
}

/**
 * Counts the try for the account and the site before it is checked. Tries at addresses without a member do not count
 * for the site: nobody is guessed there, and strangers could use up the limit.
 */
async function mayGuess(context: RequestContext, { memberId }: SignInCode, account: string): Promise<boolean> {
  const ofAccount = await count(context, limits.digitsPerAccount, account);
  const ofSite = await count(context, limits.digitsPerSite, "", memberId === null ? 0 : 1);
  const record = ({ name }: Limit) =>
    recordAudit(context, "refuseSignIn", { ...(memberId && { memberId }), details: { limit: name } });
  if (ofAccount.count === limits.digitsPerAccount.max + 1) await record(limits.digitsPerAccount);
  if (memberId !== null && ofSite.count === limits.digitsPerSite.max + 1) await record(limits.digitsPerSite);
  return ofAccount.count <= limits.digitsPerAccount.max && ofSite.count <= limits.digitsPerSite.max;
}

async function measured(attempt: () => Promise<Refusal | Entered>): Promise<Refusal | Entered> {
  let result = "failed";
  try {
    const outcome = await attempt();
    result = typeof outcome === "string" ? "refused" : "succeeded";
    return outcome;
  } finally {
    authorization.signIns.add({ result });
  }
}
