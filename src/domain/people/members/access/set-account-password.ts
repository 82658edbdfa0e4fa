import { type PasswordChoice, setPasswordHash } from "#domain/people/accounts/queries.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { deleteIdentitiesOf } from "#domain/people/identity-providers/queries.ts";
import { endMailLinks } from "#domain/messages/mail-links/queries.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { endGrants, endSessions } from "./end-access.ts";
import { ownSitesOf } from "#domain/people/members/profile/own-sites.ts";

interface NewPassword {
  accountId: string;
  passwordHash: string;
  /** Audit action, recorded at each site. */
  action: string;
  choice: PasswordChoice;
  /** Connected apps to disconnect: all, those of sites with the matching setting, or none (default). */
  disconnects?: "all" | "by_setting" | "none";
  /** True if the password before was not proven to be that of the address's owner (`passwordSiteId`). */
  takesOver?: boolean;
}

/**
 * Sets the account's password for all sites. Ends all sessions everywhere and invalidates earlier mailed links.
 * Connected apps never had the password, so RFC 9700 §4.14.2 leaves their access to the server: see `disconnects`.
 * Pending memberships stay pending: the person accepts them by signing in there. An owner who takes over an account
 * also ends the apps and identities that someone else may have connected. Second factors stay, because a mailbox alone
 * must not remove them. Requires a transaction.
 */
export async function setAccountPassword(
  context: Context,
  { accountId, passwordHash, action, choice, disconnects = "none", takesOver = false }: NewPassword,
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
    if (takesOver) await disconnectIdentities(there, memberId, author);
    if (takesOver || disconnects === "all" || (disconnects === "by_setting" && disconnectAppsOnPasswordReset)) {
      await disconnectApps(there, memberId, author);
    }
  }
  return { sessionsEnded };
}

async function disconnectIdentities(there: Context, memberId: string, author: { memberId?: string }): Promise<void> {
  const identities = await deleteIdentitiesOf(there, memberId);
  if (identities === 0) return;
  await recordAudit(there, "disconnectIdentity", { ...about("member", memberId, { identities }), ...author });
}

async function disconnectApps(there: Context, memberId: string, author: { memberId?: string }): Promise<void> {
  const grants = await endGrants(there, memberId, there.now);
  for (const { id } of grants) await recordAudit(there, "disconnectApplication", { ...about("grant", id), ...author });
  await recordEvents(
    there,
    grants.map(({ id }) => eventAbout("oauth_client.revoked", "grant", id)),
  );
}
