import { memberOf } from "#access/caller.ts";
import type { Queries } from "#database/database.ts";
import type { DeferredWork } from "#database/statements/deferred-work.ts";
import type { Context } from "#domain/platform/context.ts";
import { pause } from "#lib/event-loop/pause.ts";
import { fitEvent, mayExceed } from "./fit-event.ts";
import type { OutboxEvent } from "./outbox-event.ts";
import { uuidOfEvent, withStates } from "./states-of-objects.ts";

export interface RecordedEvent {
  context: Context;
  event: OutboxEvent & { id: string };
  traceparent: string | null;
}

/** Events whose objects are read together. */
const maxRead = 500;

/** Characters of events that one statement stores. */
const maxStored = 1_000_000;

/** Stores the events of a transaction before it commits, each with the state of its object. */
export const eventStore: DeferredWork<Queries, RecordedEvent> = {
  keyOf: ({ event }) => uuidOfEvent(event) ?? event.id,
  async run(db, recorded) {
    for (const [origin, events] of byOrigin(recorded)) {
      for (let start = 0; start < events.length; start += maxRead) {
        await storeWithStates(db, origin, events.slice(start, start + maxRead));
      }
    }
  },
};

type StoredEvent = RecordedEvent["event"];
type Origin = Omit<RecordedEvent, "event">;

/** Groups the events that one request emitted for one site, in their order. */
function byOrigin(recorded: readonly RecordedEvent[]): [Origin, StoredEvent[]][] {
  const groups: [Origin, StoredEvent[]][] = [];
  for (const { event, ...origin } of recorded) {
    const [known, events] = groups.at(-1) ?? [];
    if (known && events && isSameOrigin(known, origin)) events.push(event);
    else groups.push([origin, [event]]);
  }
  return groups;
}

/** The context of a savepoint differs in its connection only. */
const isSameOrigin = (one: Origin, other: Origin): boolean =>
  one.traceparent === other.traceparent &&
  one.context.caller === other.context.caller &&
  one.context.now === other.context.now &&
  one.context.site === other.context.site;

async function storeWithStates(db: Queries, origin: Origin, recorded: readonly StoredEvent[]): Promise<void> {
  const inside = { ...origin.context, db };
  let batch: string[] = [];
  let length = 0;
  for (const event of await withStates(inside, recorded)) {
    const turn = pause();
    if (turn) await turn;
    const whole = rowOf(event);
    const row = mayExceed(whole.length) ? rowOf(await fitEvent(event)) : whole;
    batch.push(row);
    length += row.length;
    if (length < maxStored) continue;
    await insert(inside, origin, batch);
    [batch, length] = [[], 0];
  }
  if (batch.length > 0) await insert(inside, origin, batch);
}

const rowOf = ({ id, type, objectId, data, previousAttributes }: StoredEvent): string =>
  JSON.stringify({ id, type, objectId, data, previousAttributes });

async function insert({ db, site, caller, now }: Context, { traceparent }: Origin, rows: readonly string[]) {
  const clientId = caller.kind === "token" ? caller.clientId : null;
  await db.run`
    insert into outbox_events (site_id, id, type, object_id, data, is_whole, previous_attributes, member_id, client_id,
                               traceparent, created_at)
    select ${site.id}, id, type, "objectId", data, true, "previousAttributes", ${memberOf(caller)}, ${clientId},
           ${traceparent}, ${now}
      from jsonb_to_recordset(${`[${rows.join(",")}]`})
        as input (id uuid, type text, "objectId" text, data jsonb, "previousAttributes" jsonb)
    on conflict (site_id, id) do nothing`;
}
