import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { derivedId } from "#domain/platform/derived-id.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEventsOnce } from "#domain/platform/outbox/record-event.ts";

const hour = 3_600_000;

/** Hours before the start at which `event.starting_soon` is emitted. Independent of the event's reminders. */
const warningHours = [1, 24] as const;

export const maxLeadTimeMs = Math.max(...warningHours) * hour;

/** Emits `event.starting_soon` exactly once per event and lead time. */
export const notifyOfSoon = (context: Context, events: readonly { id: string; startsAt: Date }[]): Promise<void> =>
  recordEventsOnce(
    context,
    events.map(({ id, startsAt }) => {
      const timeLeft = startsAt.getTime() - context.now.getTime();
      const hours = warningHours.find((each) => timeLeft <= each * hour) ?? 24;
      const soonEvent = eventAbout("event.starting_soon", "event", id);
      // A deterministic ID makes a repeated event a duplicate.
      const name = `event.starting_soon:${formatId("event", id)}:${startsAt.getTime()}:${hours}`;
      const data = { ...soonEvent.data, starts_at: startsAt.toISOString(), hours };
      return { ...soonEvent, id: derivedId(name, startsAt.getTime() - hours * hour - year2000), data };
    }),
  );

const year2000 = Date.UTC(2000, 0);
