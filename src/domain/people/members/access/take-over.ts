import { endMailLinks } from "#domain/messages/mail-links/queries.ts";
import { clearPassword } from "#domain/people/accounts/queries.ts";
import { ownSitesOf } from "#domain/people/members/profile/own-sites.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { endSessions } from "./end-access.ts";
import { endFormerAccess } from "./end-former-access.ts";

/**
 * Gives an account to the person who has proven its address by mail, if its password was not proven to be theirs
 * (`passwordSiteId`): nothing that someone else left there works afterwards, the password included. Requires a
 * transaction that has locked the account.
 */
export async function takeOverByMail(context: Context, accountId: string): Promise<void> {
  const { db, now } = context;
  await clearPassword(db, accountId, now);
  for (const { there, memberId } of await ownSitesOf(context, accountId)) {
    await endSessions(there, memberId, now);
    await endMailLinks(there, accountId);
    await recordAudit(there, "clearPassword", { ...about("member", memberId), memberId });
    await endFormerAccess(there, memberId, { memberId });
  }
}
