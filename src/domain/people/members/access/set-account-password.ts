import { clearPassword, type PasswordChoice, setPasswordHash } from "#domain/people/accounts/queries.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { endMailLinks } from "#domain/messages/mail-links/queries.ts";
import { deleteIdentitiesOf } from "#domain/people/identity-providers/queries.ts";
import { forgetBrowsers } from "#domain/people/sessions/known-browsers.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { renewAcceptance } from "#domain/people/members/queries.ts";
import { ownSitesOf } from "../own-sites.ts";
import { endGrants, endSessions } from "./end-membership.ts";

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
 * also ends what someone else may have left (`endFormerAccess`). Requires a transaction.
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
    if (takesOver) await endFormerAccess(there, memberId, author);
    else if (disconnects === "all" || (disconnects === "by_setting" && disconnectAppsOnPasswordReset)) {
      await disconnectApps(there, memberId, author);
    }
  }
  return { sessionsEnded };
}

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

/** Member that audit entries name as the author. */
type Author = { memberId?: string };

/**
 * Ends what a former user of the account may have left at a site, besides sessions: identities, applications and API
 * keys, the calendar link, and browsers that count as known. Second factors stay: a mailbox alone must not remove them.
 */
async function endFormerAccess(there: Context, memberId: string, author: Author): Promise<void> {
  const identities = await deleteIdentitiesOf(there, memberId);
  if (identities > 0) {
    await recordAudit(there, "disconnectIdentity", { ...about("member", memberId, { identities }), ...author });
  }
  await disconnectApps(there, memberId, author);
  await renewAcceptance(there, memberId);
  await forgetBrowsers(there, memberId);
}

/** API keys are grants too, and end with them. */
async function disconnectApps(there: Context, memberId: string, author: Author): Promise<void> {
  const grants = await endGrants(there, memberId, there.now);
  for (const { id } of grants) await recordAudit(there, "disconnectApplication", { ...about("grant", id), ...author });
  await recordEvents(
    there,
    grants.map(({ id }) => eventAbout("oauth_client.revoked", "grant", id)),
  );
}
