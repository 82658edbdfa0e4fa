import { assignments } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import type { LeasedDelivery, WebhookDeliveryRow } from "./webhook-delivery.ts";

export const { columns: deliveryColumns, find: findDelivery } = defineTable<WebhookDeliveryRow>("webhook_deliveries", {
  without: "claimed_until",
});

/** Inserts deliveries that are due immediately. Keeps existing ones. */
export async function insertDeliveries(
  { db, site }: SiteScope,
  requested: readonly { endpointId: string; eventId: string; eventType: string }[],
  now: Date,
): Promise<void> {
  if (requested.length === 0) return;
  const rows = requested.map((delivery) => ({ id: newId(), ...delivery }));
  await db.run`
    insert into webhook_deliveries
           (site_id, id, endpoint_id, event_id, event_type, next_attempt_at, created_at, updated_at)
    select ${site.id}, id, "endpointId", "eventId", "eventType", ${now}, ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify(rows)})
        as made (id uuid, "endpointId" uuid, "eventId" uuid, "eventType" text)
    on conflict (site_id, endpoint_id, event_id) do nothing`;
}

/** Returns the number of leased deliveries of an endpoint. */
export const countLeased = async ({ db, site }: SiteScope, endpointId: string, now: Date): Promise<number> =>
  (
    await db.one<{ count: number }>`
    select count(*) as count from webhook_deliveries
     where site_id = ${site.id} and endpoint_id = ${endpointId} and next_attempt_at is not null
       and claimed_until > ${now}`
  ).count;

/** Leases due deliveries until a time, after which any process can claim them. `except`: running attempts. */
export const claimDeliveries = (
  { db, site }: SiteScope,
  endpointId: string,
  { now, until, limit, except }: { now: Date; until: Date; limit: number; except: readonly string[] },
): Promise<WebhookDeliveryRow[]> =>
  db.write.many<WebhookDeliveryRow>`
    update webhook_deliveries set claimed_until = ${until}
     where site_id = ${site.id} and id in
           (select due.id from webhook_deliveries due
             where due.site_id = ${site.id} and due.endpoint_id = ${endpointId} and due.next_attempt_at <= ${now}
               and (due.claimed_until is null or due.claimed_until <= ${now})
               and due.id <> all(${except}::uuid[])
             order by due.next_attempt_at, due.id limit ${limit})
    returning ${deliveryColumns}`;

/**
 * Records the outcome and releases the lease. Returns false if another process has claimed the delivery since. A lease
 * that a jump of the clock has ended (`correctDueTimes`) counts, unless another attempt was recorded.
 */
export async function concludeDelivery(
  { db, site }: SiteScope,
  { delivery, until }: LeasedDelivery,
  changes: Partial<WebhookDeliveryRow>,
  now: Date,
): Promise<boolean> {
  const done = await db.run`
    update webhook_deliveries set ${assignments({ ...changes, updatedAt: now })}, claimed_until = null
     where site_id = ${site.id} and id = ${delivery.id} and attempt = ${delivery.attempt}
       and (claimed_until = ${until} or claimed_until is null and next_attempt_at is not null)`;
  return done === 1;
}

/** Fails the pending deliveries of a disabled endpoint. */
export async function failPending({ db, site }: SiteScope, endpointId: string, error: string, now: Date) {
  await db.run`
    update webhook_deliveries
       set status = 'failed', error = ${error}, next_attempt_at = null, claimed_until = null, updated_at = ${now}
     where site_id = ${site.id} and endpoint_id = ${endpointId} and next_attempt_at is not null`;
}
