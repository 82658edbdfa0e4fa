import { rows } from "#database/sql.ts";
import type { Queries } from "#database/database.ts";
import { newId } from "#domain/platform/ids.ts";
import type { Site } from "./site.ts";

/** Where the Member API's explorer is at every site that shows it: its page, and where its client is answered. */
export const explorerPath = "/member/explorer";

/** What its users may do with it at most. */
const scopes = ["account:read", "account:write"];

/**
 * The explorer is a client of the site like any other, for its members (contract §5.2.4): it comes with the setting, and
 * while that is off neither it nor any token of it is known. For the transaction in which the setting changes.
 */
export async function followExplorerSetting(db: Queries, site: Site, now: Date): Promise<void> {
  if (!site.settings.memberExplorer) {
    await db.run`
      update clients set blocked_at = ${now}, version = version + 1, updated_at = ${now}
       where site_id = ${site.id} and origin = 'explorer' and deleted_at is null and blocked_at is null`;
    return;
  }
  const redirectUris = [`${site.origin}${explorerPath}`];
  const known = await db.run`
    update clients set blocked_at = null, redirect_uris = ${redirectUris}, version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and origin = 'explorer' and deleted_at is null`;
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
