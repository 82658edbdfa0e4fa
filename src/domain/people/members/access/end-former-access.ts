import { deleteIdentitiesOf } from "#domain/people/identity-providers/queries.ts";
import { forgetBrowsers } from "#domain/people/sessions/known-browsers.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { renewAcceptance } from "#domain/people/members/queries.ts";
import { endGrants } from "./end-access.ts";

/** Member that audit entries name as the author. */
type Author = { memberId?: string };

/**
 * Ends what a former user of the account may have left at a site, besides sessions: identities, applications and API
 * keys, the calendar link, and browsers that count as known. Second factors stay: a mailbox alone must not remove them.
 */
export async function endFormerAccess(there: Context, memberId: string, author: Author): Promise<void> {
  const identities = await deleteIdentitiesOf(there, memberId);
  if (identities > 0) {
    await recordAudit(there, "disconnectIdentity", { ...about("member", memberId, { identities }), ...author });
  }
  await disconnectApps(there, memberId, author);
  await renewAcceptance(there, memberId);
  await forgetBrowsers(there, memberId);
}

/** API keys are grants too, and end with them. */
export async function disconnectApps(there: Context, memberId: string, author: Author): Promise<void> {
  const grants = await endGrants(there, memberId, there.now);
  for (const { id } of grants) await recordAudit(there, "disconnectApplication", { ...about("grant", id), ...author });
  await recordEvents(
    there,
    grants.map(({ id }) => eventAbout("oauth_client.revoked", "grant", id)),
  );
}
