import { rows } from "#database/sql.ts";
import type { Queries } from "#database/database.ts";
import { newId } from "#domain/platform/ids.ts";
import type { Site } from "#domain/platform/site/site.ts";

/** Path of the Member API explorer and its OAuth callback. */
export const explorerPath = "/member/explorer";

/** The scopes it may request at most. */
const scopes = ["account:read", "account:write"];

/**
 * Creates or removes the explorer's client with the setting. The explorer is a regular client for members (contract
 * §5.2.4); while the setting is off, the client and its tokens are unknown. Runs in the transaction of the setting.
 */
export async function followExplorerSetting(db: Queries, site: Site, now: Date): Promise<void> {
  if (!site.settings.memberExplorer) {
    await db.run`
      update clients set blocked_at = ${now}, version = version + 1, updated_at = ${now}
       where site_id = ${site.id} and origin = 'explorer' and audience = 'member' and deleted_at is null and blocked_at is null`;
    return;
  }
  const redirectUris = [`${site.origin}${explorerPath}`];
  const known = await db.run`
    update clients set blocked_at = null, redirect_uris = ${redirectUris}, version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and origin = 'explorer' and audience = 'member' and deleted_at is null`;
  if (known > 0) return;
  const client = {
    id: newId(),
    name: "Member API explorer",
    origin: "explorer",
    audience: "member",
    tokenEndpointAuthMethod: "none",
    redirectUris,
    scopes,
  };
  await db.run`insert into clients ${rows({ siteId: site.id, ...client, createdAt: now, updatedAt: now })}`;
}
