import { sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { WebhookEndpointRecord } from "./webhook-endpoint.ts";

/** Public columns of an endpoint, without its secrets. */
export const columns = sql`
  webhook_endpoints.id, webhook_endpoints.url, webhook_endpoints.event_types, webhook_endpoints.description,
  webhook_endpoints.payload, webhook_endpoints.status, webhook_endpoints.disabled_reason,
  webhook_endpoints.failure_streak, webhook_endpoints.last_success_at, webhook_endpoints.previous_secret_expires_at,
  webhook_endpoints.client_id, webhook_endpoints.member_id, webhook_endpoints.external_id, webhook_endpoints.metadata,
  webhook_endpoints.version, webhook_endpoints.created_at, webhook_endpoints.updated_at`;

const allColumns = sql`
  ${columns}, webhook_endpoints.secret, webhook_endpoints.previous_secret, webhook_endpoints.failing_since,
  webhook_endpoints.grant_id, webhook_endpoints.scopes, webhook_endpoints.deleted_at`;

export const {
  find: findEndpoint,
  lock: lockEndpoint,
  insertUnique: insertEndpoint,
  update: updateEndpoint,
} = defineTable<
  WebhookEndpointRecord,
  Pick<WebhookEndpointRecord, "id" | "url" | "eventTypes" | "secret"> & Partial<WebhookEndpointRecord>,
  Partial<Omit<WebhookEndpointRecord, "id" | "version">>
>("webhook_endpoints", { columns: allColumns });

/** Returns the endpoint, locked; undefined if another transaction has locked it or it is disabled. */
export const lockEnabledEndpoint = ({ db, site }: SiteScope, id: string): Promise<WebhookEndpointRecord | undefined> =>
  db.first<WebhookEndpointRecord>`
    select ${allColumns} from webhook_endpoints
     where site_id = ${site.id} and id = ${id} and ${table("webhook_endpoints").present} and status = 'enabled'
       for no key update skip locked`;

/** Returns all endpoints of the site, locked until the transaction ends. */
export const listAllEndpoints = ({ db, site }: SiteScope): Promise<WebhookEndpointRecord[]> =>
  db.many<WebhookEndpointRecord>`
    select ${allColumns} from webhook_endpoints
     where site_id = ${site.id} and deleted_at is null order by id for no key update`;

export const listEnabledEndpoints = ({ db, site }: SiteScope): Promise<WebhookEndpointRecord[]> =>
  db.many<WebhookEndpointRecord>`
    select ${allColumns} from webhook_endpoints
     where site_id = ${site.id} and deleted_at is null and status = 'enabled'
     order by created_at, id`;

/** Returns which of these applications are API keys of the school. */
export async function apiKeysAmong({ db, site }: SiteScope, clientIds: readonly string[]): Promise<Set<string>> {
  const keys = await db.many<{ id: string }>`
    select id from ${table("clients").withIds(site.id, clientIds)} where origin = 'api_key'`;
  return new Set(keys.map(({ id }) => id));
}

export const countEndpoints = async ({ db, site }: SiteScope): Promise<number> =>
  (
    await db.one<{ count: number }>`
    select count(*) as count from webhook_endpoints where site_id = ${site.id} and deleted_at is null`
  ).count;
