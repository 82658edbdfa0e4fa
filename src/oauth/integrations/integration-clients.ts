import { rows } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import type { Integration } from "./integration.ts";

/** Inserts or unblocks the client of an integration at a site. A previously disabled client keeps its id. */
export async function unblockClient({ db, site, now }: Context, integration: Integration): Promise<void> {
  const row = {
    siteId: site.id,
    id: integration.id,
    name: integration.name,
    origin: "integration",
    audience: "operator",
    tokenEndpointAuthMethod: "none",
    redirectUris: integration.redirectUris,
    scopes: integration.scopes,
    createdAt: now,
    updatedAt: now,
  };
  await db.run`
    insert into clients ${rows(row)}
    on conflict (site_id, id) do update
    set blocked_at = null, version = clients.version + 1, updated_at = excluded.updated_at
    where clients.blocked_at is not null`;
}

/** Blocks the client: token requests no longer know it, and its tokens stop working. */
export async function blockClient({ db, site, now }: Context, { id }: Integration): Promise<void> {
  await db.run`
    update clients set blocked_at = ${now}, version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and id = ${id} and blocked_at is null`;
}

/** Updates the client to match the integration. Returns false if this site has never enabled it. */
export async function updateClient({ db, site, now }: Context, integration: Integration): Promise<boolean> {
  const { id, name, redirectUris, scopes } = integration;
  const changed = await db.run`
    update clients set name = ${name}, redirect_uris = ${redirectUris}, scopes = ${scopes},
                       version = version + 1, updated_at = ${now}
     where site_id = ${site.id} and id = ${id}`;
  return changed === 1;
}
