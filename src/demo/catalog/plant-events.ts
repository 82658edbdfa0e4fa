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

export async function plantEvents(planting: Planting, { events, categories, school: { currency } }: DemoSite) {
  const categoryIds = new Map<string, string>();
  for (const [position, { slug, name }] of categories.events.entries()) {
    const { id } = await run(planting, createEventCategory, { slug, name, position });
    categoryIds.set(slug, formatId("eventCategory", id));
  }
  for (const event of events)
    await plantEvent(planting, event, { currency, categoryId: categoryIds.get(event.category) });
}

/** Announces an event six weeks before it takes place, or at most a month ago. */
async function plantEvent(
  planting: Planting,
  event: DemoEvent,
  { currency, categoryId = null }: { currency: string; categoryId: string | null | undefined },
) {
  const { slug, name, summary, description, format, tags, location = null, capacity = null, waiting = 0 } = event;
  const { context, files, timeZone } = planting;
  const startsAt = atHour(daysFrom(context.now, event.inDays), event.hour, timeZone);
  const endsAt = new Date(startsAt.getTime() + event.minutes * 60_000);
  const at = daysFrom(context.now, Math.min(event.inDays - 42, -30));
  const found = await context.db.many<{ id: string }>`
    select id from lecturers where site_id = ${context.site.id} and slug = any(${event.lecturers}) order by slug`;
  const { id } = await run(
    planting,
    createEvent,
    {
      slug,
      name,
      summary,
      descriptionMarkdown: description,
      format,
      tags,
      timeZone,
      location,
      capacity,
      startsAt: startsAt.toISOString(),
      endsAt: endsAt.toISOString(),
      categoryId,
      waitlistEnabled: waiting > 0,
      lecturerIds: found.map((lecturer) => formatId("lecturer", lecturer.id)),
      coverFileId: mustGet(files, `events/${slug}.svg`),
      reminders: [],
      ...(format !== "in_person" && { onlineUrl: `${context.site.origin}/events/${slug}` }),
    },
    at,
  );
  const reference = formatId("event", id);
  for (const [position, { name, amount }] of event.tickets.entries()) {
    const price = amount === null ? null : { amount, currency };
    await run(planting, createEventTicket, { event: reference, name, position, price }, at);
  }
  await run(planting, publishEvent, { event: reference }, at);
}
