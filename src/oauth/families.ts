import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";

/** Revokes a token family after a replay: its tokens may be stolen. */
export async function endFamilyAfterReplay(context: Context, familyId: string, what: "code" | "refresh_token") {
  const { db, site, now } = context;
  const ended = await db.write.first<{ grantId: string; clientId: string; memberId: string }>`
    update families set revoked_at = ${now}
      from grants
     where families.site_id = ${site.id} and families.id = ${familyId} and families.revoked_at is null
       and grants.site_id = ${site.id} and grants.id = families.grant_id
    returning families.grant_id, grants.client_id, grants.member_id`;
  if (!ended) return;
  await recordAudit(context, "endReplayedTokens", {
    resourceType: "grant",
    resourceId: formatId("grant", ended.grantId),
    memberId: ended.memberId,
    clientId: ended.clientId,
    details: { replayed: what },
  });
}
