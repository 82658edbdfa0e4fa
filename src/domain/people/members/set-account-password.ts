import { type PasswordChoice, setPasswordHash } from "#domain/people/accounts/queries.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { endMailLinks } from "#domain/engagement/mail-links/queries.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { endGrants, endSessions } from "./end-access.ts";
import { ownSitesOf } from "./own-sites.ts";

interface NewPassword {
  accountId: string;
  passwordHash: string;
  /** For the audit log of each of the sites. */
  action: string;
  choice: PasswordChoice;
  /** Disconnects connected apps: all of them, those of the sites whose setting says so, or none (default). */
  disconnects?: "all" | "by_setting" | "none";
}

/**
 * The account is one at all sites: so is its password, and every browser that is signed in anywhere is signed out, and
 * no link that was mailed before works any more. Connected apps never had the password, so that
 * RFC 9700 §4.14.2 leaves open whether they keep their access: see `disconnects`. Memberships that wait to be
 * accepted stay as they are: the person accepts them by signing in there. For a transaction.
 */
export async function setAccountPassword(
  context: Context,
  { accountId, passwordHash, action, choice, disconnects = "none" }: NewPassword,
): Promise<{ sessionsEnded: number }> {
  const { db, now } = context;
  await setPasswordHash(db, accountId, passwordHash, choice, now);
  let sessionsEnded = 0;
  for (const { there, memberId } of await ownSitesOf(context, accountId)) {
    sessionsEnded += await endSessions(there, memberId, now);
    await endMailLinks(there, accountId);
    const author = choice.by === "operator" ? {} : { memberId };
    await recordAudit(there, action, { ...about("member", memberId), ...author });
    const { disconnectAppsOnPasswordReset } = there.site.settings;
    if (disconnects === "all" || (disconnects === "by_setting" && disconnectAppsOnPasswordReset)) {
      await disconnectApps(there, memberId, author);
    }
  }
  return { sessionsEnded };
}

async function disconnectApps(there: Context, memberId: string, author: { memberId?: string }): Promise<void> {
  const grants = await endGrants(there, memberId, there.now);
  for (const { id } of grants) await recordAudit(there, "disconnectApplication", { ...about("grant", id), ...author });
  await recordEvents(
    there,
    grants.map(({ id }) => eventAbout("oauth_client.revoked", "grant", id)),
  );
}
