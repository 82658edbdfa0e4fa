import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import { derivedId } from "#domain/site/imports/derived-id.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEventsOnce } from "#domain/platform/outbox/record-event.ts";

const hour = 3_600_000;

/** Hours before an event begins, whatever reminds those who come: subscribers are told at each. */
const warnings = [1, 24] as const;

/** How far ahead an event is told of, in milliseconds. */
export const soon = Math.max(...warnings) * hour;

/** Tells subscribers of events that begin soon, once for each of the hours before. */
export const notifyOfSoon = (context: Context, events: readonly { id: string; startsAt: Date }[]): Promise<void> =>
  recordEventsOnce(
    context,
    events.map(({ id, startsAt }) => {
      const left = startsAt.getTime() - context.now.getTime();
      const hours = warnings.find((each) => left <= each * hour) ?? 24;
      const soonEvent = eventAbout("event.starting_soon", "event", id);
      // The id follows from what it tells of: told again it is the same event.
      const name = `event.starting_soon:${formatId("event", id)}:${startsAt.getTime()}:${hours}`;
      const data = { ...soonEvent.data, starts_at: startsAt.toISOString(), hours };
      return { ...soonEvent, id: derivedId(name, startsAt.getTime() - hours * hour - year2000), data };
    }),
  );

const year2000 = Date.UTC(2000, 0);
