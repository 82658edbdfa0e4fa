import type { Queries } from "#database/database.ts";
import { type Sql, sql } from "#database/statements/sql.ts";

/** An endpoint with deliveries that are due. */
export interface DueEndpoint {
  siteId: string;
  endpointId: string;
}

/** Due deliveries up to which their endpoints are found by time. */
const fewDeliveries = 1000;

/** Maximum number of endpoints per look; the next look finds the rest. */
const maxEndpoints = 1000;

/**
 * Returns the enabled endpoints with due deliveries, healthy ones first. Usually few deliveries are due: they are read
 * by time, and other endpoints and sites cost nothing. With a backlog, the oldest deliveries can all belong to one
 * endpoint, so each endpoint is probed for a due delivery.
 */
export async function dueEndpoints(db: Queries, now: Date): Promise<DueEndpoint[]> {
  const due = await db.many<DueEndpoint>`
    select site_id, endpoint_id from webhook_deliveries where ${isDue(now)}
     order by webhook_deliveries.next_attempt_at limit ${fewDeliveries}`;
  if (due.length === fewDeliveries) return probeEndpoints(db, now);
  if (due.length === 0) return [];
  const sites = [...new Set(due.map(({ siteId }) => siteId))];
  const endpoints = new Set(due.map(({ endpointId }) => endpointId));
  return db.many<DueEndpoint>`
    select site_id, id as endpoint_id from webhook_endpoints
     where site_id = any(${sites}::uuid[]) and id = any(${[...endpoints]}::uuid[])
       and status = 'enabled' and deleted_at is null
     order by failure_streak, site_id, id limit ${maxEndpoints}`;
}

const probeEndpoints = (db: Queries, now: Date): Promise<DueEndpoint[]> =>
  db.many<DueEndpoint>`
    select endpoints.site_id, endpoints.id as endpoint_id from webhook_endpoints endpoints
     where endpoints.status = 'enabled' and endpoints.deleted_at is null
       and exists (select 1 from webhook_deliveries
                    where webhook_deliveries.site_id = endpoints.site_id
                      and webhook_deliveries.endpoint_id = endpoints.id and ${isDue(now)})
     order by endpoints.failure_streak, endpoints.site_id, endpoints.id limit ${maxEndpoints}`;

/** Not leased either. */
const isDue = (now: Date): Sql => sql`
  webhook_deliveries.next_attempt_at <= ${now}
  and (webhook_deliveries.claimed_until is null or webhook_deliveries.claimed_until <= ${now})`;
