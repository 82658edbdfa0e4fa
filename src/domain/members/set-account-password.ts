import { setPasswordHash } from "#domain/accounts/queries.ts";
import { about } from "#domain/audit/about.ts";
import { recordAudit } from "#domain/audit/record-audit.ts";
import type { Context } from "#domain/context.ts";
import { endMailLinks } from "#domain/mail-links/queries.ts";
import { endSessions } from "./end-access.ts";
import { ownSitesOf } from "./own-sites.ts";
import { activateMember } from "./queries.ts";

interface NewPassword {
  accountId: string;
  passwordHash: string;
  /** For the audit log of each of the sites. */
  action: string;
  /** Whether it is the person who sets it: then they stand in the log as who did. */
  byThemselves: boolean;
}

/**
 * The account is one at all sites: so is its password, and every browser that is signed in anywhere is signed out, and
 * no link that was mailed before works any more. What applications were allowed stays: they never had the password
 * (RFC 9700 §4.14.2 leaves it open), and the person finds them on their account page. For a transaction.
 */
export async function setAccountPassword(
  context: Context,
  { accountId, passwordHash, action, byThemselves }: NewPassword,
): Promise<{ sites: number; sessionsEnded: number }> {
  const { db, now } = context;
  await setPasswordHash(db, accountId, passwordHash, now);
  const own = await ownSitesOf(context, accountId);
  let sessionsEnded = 0;
  for (const { there, memberId } of own) {
    await activateMember(there, memberId, now);
    sessionsEnded += await endSessions(there, memberId, now);
    await endMailLinks(there, accountId);
    const subject = about("member", memberId);
    await recordAudit(there, action, byThemselves ? { ...subject, memberId } : subject);
  }
  return { sites: own.length, sessionsEnded };
}
