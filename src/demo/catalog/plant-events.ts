import { createEventCategory } from "#domain/events/event-categories/operations.ts";
import { createEventTicket } from "#domain/events/event-tickets/operations.ts";
import { publishEvent } from "#domain/events/events/event-states.ts";
import { createEvent } from "#domain/events/events/save-event.ts";
import { formatId } from "#domain/platform/ids.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import { atHour } from "../at-hour.ts";
import type { DemoSite } from "../content/read-school.ts";
import type { DemoEvent } from "../content/school-files.ts";
import { daysFrom, type Planting, run } from "../planting.ts";
import { lecturerIdsOf } from "./lecturer-ids.ts";

export async function plantEvents(planting: Planting, { events, categories }: DemoSite) {
  const categoryIds = new Map<string, string>();
  for (const [position, { slug, name }] of categories.events.entries()) {
    const { id } = await run(planting, createEventCategory, { slug, name, position });
    categoryIds.set(slug, formatId("eventCategory", id));
  }
  for (const event of events) await plantEvent(planting, event, mustGet(categoryIds, event.category));
}

/** Announces an event six weeks before it takes place, or at most a month ago. */
async function plantEvent(planting: Planting, event: DemoEvent, categoryId: string) {
  const { inDays, hour, minutes, waiting = 0, registered: _registered, category: _category, ...others } = event;
  const { lecturers, tickets, ...fields } = others;
  const { context, files, timeZone } = planting;
  const startsAt = atHour(daysFrom(context.now, inDays), hour, timeZone);
  const endsAt = new Date(startsAt.getTime() + minutes * 60_000);
  const at = daysFrom(context.now, Math.min(inDays - 42, -30));
  const { id } = await run(
    planting,
    createEvent,
    {
      ...fields,
      timeZone,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      categoryId,
      waitlistEnabled: waiting > 0,
      lecturerIds: await lecturerIdsOf(context, lecturers),
      coverFileId: mustGet(files, `events/${event.slug}.svg`),
      reminders: [],
      ...(event.format !== "in_person" && { onlineUrl: `${context.site.origin}/events/${event.slug}` }),
    },
    at,
  );
  const reference = formatId("event", id);
  for (const [position, ticket] of tickets.entries()) {
    await run(planting, createEventTicket, { ...ticket, event: reference, position }, at);
  }
  await run(planting, publishEvent, { event: reference }, at);
}
