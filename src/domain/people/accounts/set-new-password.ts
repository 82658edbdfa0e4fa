import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { mailLocale } from "#domain/messages/mail/text/catalogue.ts";
import { type MailLink } from "#domain/messages/mail-links/mail-link.ts";
import { refuseLink, requireMailLink, spendMailLink } from "#domain/messages/mail-links/queries.ts";
import { acceptMembership } from "#domain/people/members/access/join-site.ts";
import { claimAccount } from "#domain/people/members/access/claim-account.ts";
import { requirePasswordSignIn } from "#domain/people/identity-providers/require-password.ts";
import { updatedEvents } from "#domain/people/members/member-event.ts";
import { findMember, lockMember } from "#domain/people/members/queries.ts";
import { openSession, type SignInClient } from "#domain/people/sign-in/open-session.ts";
import { setAccountPassword } from "#domain/people/members/access/set-account-password.ts";
import { operation, perform } from "#domain/platform/operation.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { type Locale, locales } from "#domain/platform/site/locales.ts";
import type { Account } from "./account.ts";
import { emailKey } from "#domain/platform/email.ts";
import { hashPassword, requireGoodPassword } from "./password.ts";
import { postPasswordChanged } from "./post-notice.ts";
import { lockAccountByEmail } from "./queries.ts";

interface Input extends SignInClient {
  /** The secret of the mailed link. */
  link: string;
  password: string;
  /** Disconnect the person's connected apps at all sites. */
  disconnectApps: boolean;
  /** Locale of the page. */
  locale: Locale;
  /** True if a member is signed in, whom the link does not sign out. */
  isSignedIn: boolean;
}

/**
 * Sets the password of the mailed link's recipient and signs them out everywhere. The link works once. Returns the
 * link, which stores the context of the request, and the secret of a session for a person who joins with it. Throws `not_found` for an invalid link, and `validation_failed` for
 * an unacceptable password, which leaves the link valid.
 */
export async function setNewPassword(
  context: RequestContext,
  input: Input,
): Promise<MailLink & { session: string | undefined }> {
  const { link, password, disconnectApps, locale, browser, userAgent, isSignedIn } = input;
  const found = await requireMailLink(context, ["set_password"], link);
  await requirePasswordSignIn(context, found.email);
  requireGoodPassword(password, found.email);
  // Hash before the transaction, which would otherwise occupy a connection while waiting in the hash queue.
  const passwordHash = await hashPassword(password);
  const client = { signsIn: !isSignedIn, browser, userAgent };
  const { session } = await perform(setPassword, context, { link, passwordHash, disconnectApps, locale, ...client });
  return { ...found, session };
}

const setPassword = operation({
  name: "setPassword",
  summary: "Set a password by a mailed link",
  writes: { only: ["anonymous", "session"] },
  input: z.object({
    link: z.string(),
    passwordHash: z.string(),
    disconnectApps: z.boolean(),
    locale: z.enum(locales),
    signsIn: z.boolean(),
    browser: z.string(),
    userAgent: z.string(),
  }),
  output: z.object({ session: z.string().optional() }),
  async run(context, { link, passwordHash, disconnectApps, locale, signsIn, browser, userAgent }) {
    const spent = await spendMailLink(context, ["set_password"], link);
    const account = await lockAccountByEmail(context.db, spent.email);
    if (account && isStale(account, spent)) return refuseLink();
    if (spent.memberId === null) await setOwn(context, spent, account, { passwordHash, disconnectApps });
    else await setAndAccept(context, spent, spent.memberId, passwordHash);
    if (account?.passwordHash) await postPasswordChanged(context, account, mailLocale(account.locale, locale));
    if (spent.memberId === null || !signsIn) return {};
    return { session: await openSession(context, spent.memberId, { browser, userAgent }, ["mail", "pwd"]) };
  },
  unaudited: "recorded at each site of the person (setAccountPassword)",
});

/** Setting a password invalidates earlier links at every site. */
const isStale = ({ email, passwordSetAt }: Account, link: MailLink): boolean =>
  email !== link.email || (passwordSetAt !== null && passwordSetAt > link.createdAt);

async function setOwn(
  context: Context,
  { accountId }: MailLink,
  account: Account | undefined,
  { passwordHash, disconnectApps }: { passwordHash: string; disconnectApps: boolean },
) {
  if (!account || account.id !== accountId) refuseLink();
  const disconnects = disconnectApps ? "all" : "by_setting";
  await setAccountPassword(context, {
    accountId,
    passwordHash,
    action: "setPassword",
    choice: { by: "owner" },
    disconnects,
    takesOver: account.passwordSiteId !== null,
  });
}

/** Sets the password of an invited person, which accepts the membership of this site only. */
async function setAndAccept(context: Context, { email }: MailLink, memberId: string, passwordHash: string) {
  const member = await lockMember(context, memberId);
  if (member?.status !== "invited" || emailKey(member.email) !== emailKey(email)) refuseLink();
  const accountId = (await claimAccount(context, { email, passwordHash })) ?? refuseLink();
  if (!(await acceptMembership(context, memberId, accountId, context.now))) refuseLink();
  await recordAudit(context, "setPassword", { ...about("member", memberId), memberId });
  await recordEvents(context, updatedEvents(await mustExist(findMember(context, memberId))));
}
