import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { End, Start } from "#domain/platform/time/instant.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound, Problem, validationFailed } from "#domain/platform/problem.ts";
import { lockEndpoint } from "../endpoints/queries.ts";
import { eventTypeNames } from "#domain/event-types.ts";

const maxEventsPerRequest = 10_000;

/** Delivers the events of a period to an endpoint again, or for the first time. */
export const replayWebhooks = operation({
  name: "replayWebhooks",
  summary: "Replay webhook events",
  description: "Delivers the stored events of a period again, at most 10,000.",
  writes: "school:write",
  input: z.object({
    id: Id("webhookEndpoint"),
    from: Start,
    to: End,
    eventTypes: z.array(z.enum(eventTypeNames)).min(1).max(200).optional(),
    onlyFailed: z
      .boolean()
      .default(false)
      .meta({ description: "Only events whose delivery to the endpoint failed or was skipped" }),
  }),
  output: z
    .object({
      object: z.literal("webhook_replay"),
      endpointId: Id("webhookEndpoint"),
      deliveries: z.number().int().min(0),
    })
    .meta({ id: "WebhookReplay" }),
  async run(context, { id, from, to, eventTypes, onlyFailed }) {
    const { db, site, now } = context;
    if (from >= to) throw validationFailed("/to", "too_small", "`to` must be after `from`.");
    const endpoint = await lockEndpoint(context, id);
    if (!endpoint) throw notFound("webhook endpoint", formatId("webhookEndpoint", id));
    if (endpoint.status !== "enabled") {
      throw new Problem("invalid_state", "The endpoint is disabled. Enable it first.", { allowed: [] });
    }
    const types = (eventTypes ?? endpoint.eventTypes).filter((type) => endpoint.eventTypes.includes(type));
    const failed = onlyFailed
      ? sql`and exists (select 1 from webhook_deliveries done
                         where done.site_id = ${site.id} and done.endpoint_id = ${id}
                           and done.event_id = outbox_events.id and done.status in ('failed', 'skipped'))`
      : sql``;
    const events = await db.many<{ id: string; type: string }>`
      select id, type from outbox_events
       where site_id = ${site.id} and created_at >= ${from} and created_at <= ${to} and type = any(${types})
         and sequence is not null ${failed}
       order by created_at, id limit ${maxEventsPerRequest + 1}`;
    if (events.length > maxEventsPerRequest) {
      throw new Problem(
        "too_many_rows",
        `The period has more than ${maxEventsPerRequest} events. Choose a shorter period or fewer types.`,
      );
    }
    const deliveries = events.map((event) => ({ id: newId(), eventId: event.id, type: event.type }));
    await db.run`
      insert into webhook_deliveries
             (site_id, id, endpoint_id, event_id, event_type, next_attempt_at, created_at, updated_at)
      select ${site.id}, id, ${id}, "eventId", type, ${now}, ${now}, ${now}
        from jsonb_to_recordset(${JSON.stringify(deliveries)}) as deliveries (id uuid, "eventId" uuid, type text)
      on conflict (site_id, endpoint_id, event_id) do update
         set status = 'pending', attempt = 0, next_attempt_at = excluded.next_attempt_at, claimed_until = null,
             updated_at = excluded.updated_at`;
    return { object: "webhook_replay" as const, endpointId: id, deliveries: events.length };
  },
  audit: ({ id, onlyFailed }, { deliveries }) => ({
    resourceType: "webhook_endpoint",
    resourceId: formatId("webhookEndpoint", id),
    details: { deliveries, onlyFailed },
  }),
});
