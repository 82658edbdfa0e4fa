import type { Queries } from "#database/database.ts";
import { assignments, rows, sql } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { isInForce } from "../clients/queries.ts";
import type { Integration, IntegrationChanges, IntegrationHere } from "./integration.ts";

// Integrations are installation-wide; only their clients belong to sites.
const columns = sql`
  integrations.id, integrations.slug, integrations.name, integrations.name_patterns, integrations.redirect_uris,
  integrations.scopes, integrations.created_at, integrations.updated_at`;

/** Maximum per installation, so that every list is complete. */
export const maxIntegrations = 500;

export function allIntegrations(db: Queries): Promise<Integration[]> {
  return db.many<Integration>`select ${columns} from integrations order by slug limit ${maxIntegrations}`;
}

/** Lists all integrations, with their state at the site. */
export function integrationsHere({ db, site }: SiteScope): Promise<IntegrationHere[]> {
  return db.many<IntegrationHere>`
    select ${columns}, clients.id is not null as enabled, clients.agent_since
      from integrations
      left join clients on clients.site_id = ${site.id} and clients.id = integrations.id and ${isInForce}
     order by integrations.slug
     limit ${maxIntegrations}`;
}

/** Shares a lock on the row until the transaction ends, so that it cannot change. */
export function findIntegrationFixed(db: Queries, slug: string): Promise<Integration | undefined> {
  return db.first<Integration>`select ${columns} from integrations where slug = ${slug} for share`;
}

/** Locks the table against writes until the transaction ends, so that uniqueness across rows can be checked. */
export async function lockIntegrations(db: Queries): Promise<void> {
  await db.run`lock table integrations in share row exclusive mode`;
}

/** Inserts integrations, skipping existing slugs. Returns the number of inserted rows. */
export const insertIntegrations = (db: Queries, integrations: readonly Integration[]): Promise<number> =>
  db.run`insert into integrations ${rows(...integrations.map((integration) => ({ ...integration })))} on conflict do nothing`;

export async function updateIntegration(db: Queries, id: string, changes: IntegrationChanges, now: Date) {
  await db.run`
    update integrations set ${assignments({ ...changes, updatedAt: now })} where id = ${id}`;
}
