import * as z from "zod";
import type { Database } from "#database/database.ts";
import { sql } from "#database/statements/sql.ts";
import { inIndexOrder } from "#database/statements/statement.ts";
import type { Context } from "#domain/platform/context.ts";
import { systemContext } from "#domain/platform/system-context.ts";
import { applyEvent } from "../provider-events/apply-event.ts";
import { recordResult } from "../provider-events/queries.ts";
import { readContents } from "../provider-events/stored-event.ts";
import { readSite } from "#domain/platform/site/queries.ts";
import { providerNames } from "#domain/site/selling/payment-provider.ts";

const Payload = z.object({ siteId: z.uuid(), provider: z.enum(providerNames), reference: z.string() });

const maxEvents = 20;

/**
 * The job `apply_waiting_events`: applies the events that have waited until a payment is known by this ID of its
 * provider, for example about a dispute, oldest first. Retried by the queue.
 */
export async function applyWaitingEvents(
  db: Database,
  payload: unknown,
  dependencies: Pick<Context, "payments" | "mail" | "now">,
): Promise<void> {
  const { siteId, provider, reference } = Payload.parse(payload);
  const site = await readSite(db, siteId);
  const context = { ...systemContext(db, site, dependencies.now), ...dependencies };
  const isWaiting = sql`event is not null and result = 'unknown'`;
  const waiting = await db.many<{ messageId: string }>`
    select message_id from provider_events
     where site_id = ${site.id} and provider = ${provider} and reference = ${reference} and ${isWaiting}
     order by received_at, message_id limit ${maxEvents} ${inIndexOrder}`;
  for (const { messageId } of waiting) {
    await db.transaction(async (inside) => {
      const stored = await inside.first<{ type: string; event: unknown }>`
        select type, event from provider_events
         where site_id = ${site.id} and provider = ${provider} and message_id = ${messageId} and ${isWaiting}
           for no key update`;
      if (!stored) return;
      const within = { ...context, db: inside };
      const event = { ...readContents(stored.event), id: messageId, type: stored.type };
      await recordResult(within, provider, event, await applyEvent(within, provider, event));
    });
  }
}
