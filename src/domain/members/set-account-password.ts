import { type PasswordChoice, setPasswordHash } from "#domain/accounts/queries.ts";
import { about } from "#domain/audit/about.ts";
import { recordAudit } from "#domain/audit/record-audit.ts";
import type { Context } from "#domain/context.ts";
import { endMailLinks } from "#domain/mail-links/queries.ts";
import { endSessions } from "./end-access.ts";
import { ownSitesOf } from "./own-sites.ts";

interface NewPassword {
  accountId: string;
  passwordHash: string;
  /** For the audit log of each of the sites. */
  action: string;
  choice: PasswordChoice;
}

/**
 * The account is one at all sites: so is its password, and every browser that is signed in anywhere is signed out, and
 * no link that was mailed before works any more. What applications were allowed stays: they never had the password
 * (RFC 9700 §4.14.2 leaves it open), and the person finds them on their account page. Memberships that wait to be
 * accepted stay as they are: the person accepts them by signing in there. For a transaction.
 */
export async function setAccountPassword(
  context: Context,
  { accountId, passwordHash, action, choice }: NewPassword,
): Promise<{ sessionsEnded: number }> {
  const { db, now } = context;
  await setPasswordHash(db, accountId, passwordHash, choice, now);
  let sessionsEnded = 0;
  for (const { there, memberId } of await ownSitesOf(context, accountId)) {
    sessionsEnded += await endSessions(there, memberId, now);
    await endMailLinks(there, accountId);
    const subject = about("member", memberId);
    await recordAudit(there, action, choice.by === "operator" ? subject : { ...subject, memberId });
  }
  return { sessionsEnded };
}
