import * as z from "zod";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { mailLocale } from "#domain/messages/mail/text/catalogue.ts";
import type { MailLink } from "#domain/messages/mail-links/mail-link.ts";
import { endMailLinks, refuseLink, spendMailLink } from "#domain/messages/mail-links/queries.ts";
import { memberEvent } from "#domain/people/members/member-event.ts";
import { requireMayLeaveDomain } from "#domain/people/identity-providers/require-password.ts";
import { findMember, findMemberByAccount, moveContactAddress } from "#domain/people/members/queries.ts";
import { operation } from "#domain/platform/operation.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import { Problem } from "#domain/platform/problem.ts";
import { type Locale, locales } from "#domain/platform/site/locales.ts";
import type { Account } from "./account.ts";
import { emailKey, maskedAddress } from "#domain/platform/email.ts";
import { noticeExpiry } from "./post-notice.ts";
import { findAccount, lockAccount, setEmail, setEmailVerified, setPasswordOwned } from "./queries.ts";
import { ownSitesOf } from "#domain/people/members/own-sites.ts";

/** A requested change of an address, as the reader of its mailed link sees it. */
export interface RequestedChange {
  /** The new address. */
  email: string;
  /** The present address of the account, masked for everyone else than its owner. */
  current: string;
  /** True if the reader is signed in to the account. */
  isOwn: boolean;
}

/** Describes the change of a mailed link. Returns undefined for an account that no longer exists. */
export async function describeChange(
  context: Context,
  { accountId, email }: MailLink,
): Promise<RequestedChange | undefined> {
  const account = accountId === null ? undefined : await findAccount(context.db, accountId);
  if (!account) return undefined;
  const isOwn = isSignedInAs(context, account);
  return { email, current: isOwn ? account.email : maskedAddress(account.email), isOwn };
}

/**
 * Confirming proves access to the mailbox: the address is verified, or becomes the account's new one. The latter also
 * takes the session of the account. Otherwise, an attacker could move their account to the address of a reader who
 * confirms unaware, and keep their ways to sign in ("trojan identifier").
 */
export const confirmEmail = operation({
  name: "confirmEmail",
  summary: "Confirm an email address by a mailed link",
  description: "Verifies the address of an account or moves the signed-in person's account to a new address.",
  writes: { only: ["anonymous", "session"] },
  input: z.object({ link: z.string(), locale: z.enum(locales) }),
  output: z.object({ changed: z.boolean(), email: z.string() }),
  async run(context, { link, locale }) {
    const { purpose, accountId, email } = await spendMailLink(context, ["verify_email", "change_email"], link);
    const account = accountId === null ? undefined : await lockAccount(context.db, accountId);
    if (!account) return refuseLink();
    const changed = purpose === "change_email";
    if (changed && !isSignedInAs(context, account)) {
      throw new Problem("role_required", "Sign in to the account whose address changes, then open the link again.");
    }
    if (changed) await changeEmail(context, account, email, mailLocale(account.locale, locale));
    else await verifyEmail(context, account, email);
    return { changed, email };
  },
  unaudited: "the confirmed purpose is known only inside",
});

async function verifyEmail(context: Context, account: Account, email: string): Promise<void> {
  if (emailKey(account.email) !== emailKey(email)) return refuseLink();
  await setEmailVerified(context.db, account.id, context.now);
  if (isSignedInAs(context, account)) await setPasswordOwned(context.db, account.id);
  const member = await findMemberByAccount(context, account.id);
  await recordAudit(context, "verifyEmail", member ? subjectOf(member.id) : {});
}

/** Records the change at every site where the membership is accepted, and updates the contact address there. */
async function changeEmail(context: Context, account: Account, email: string, locale: Locale): Promise<void> {
  const { db, now } = context;
  const ownSites = await ownSitesOf(context, account.id);
  // A school that switches passwords off cannot rely on the other ones of the person.
  for (const { there } of ownSites) await requireMayLeaveDomain(there, account.email, email);
  if (!(await setEmail(db, account.id, email, now))) {
    throw new Problem("already_exists", "This address now belongs to another account. Nothing was changed.");
  }
  for (const { there, memberId } of ownSites) {
    // Above all the links mailed to the old address.
    await endMailLinks(there, account.id);
    await recordAudit(there, "changeEmail", subjectOf(memberId));
    if (!(await moveContactAddress(there, memberId, account.email, email, now))) continue;
    const member = await findMember(there, memberId);
    if (member) await recordEvent(there, memberEvent("member.updated", member));
  }
  const until = noticeExpiry(context);
  await context.mail?.post(context, { email: account.email, locale, until }, { kind: "emailChanged", email });
}

/** Returns whether the reader of the mail is signed in to the account, and so proved to be its owner. */
const isSignedInAs = ({ caller }: Context, { id }: Account): boolean =>
  caller.kind === "session" && caller.accountId === id;

const subjectOf = (memberId: string) => ({ ...about("member", memberId), memberId });
