import { recordAudit } from "#domain/audit/record-audit.ts";
import type { Context } from "#domain/context.ts";
import { formatId } from "#domain/ids.ts";

/** Ends a family after something was used twice: whoever holds its tokens now may not be who they were given to. */
export async function endFamilyAfterReplay(context: Context, familyId: string, what: "code" | "refresh_token") {
  const { db, site, now } = context;
  const ended = await db.first<{ grantId: string; clientId: string; memberId: string }>`
    update families set revoked_at = ${now}
     where site_id = ${site.id} and id = ${familyId} and revoked_at is null
    returning grant_id, client_id, member_id`;
  if (!ended) return;
  await recordAudit(context, "endReplayedTokens", {
    resourceType: "grant",
    resourceId: formatId("grant", ended.grantId),
    memberId: ended.memberId,
    clientId: ended.clientId,
    details: { replayed: what },
  });
}
