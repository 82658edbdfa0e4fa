import { contentOf } from "#database/content/content-of.ts";
import { type Sql, sql } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import { countedAt } from "#domain/platform/time/content-time.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import type { Reference } from "#domain/platform/fields.ts";
import { htmlOfMarkdown } from "#domain/platform/texts/render.ts";
import { searchTermsFor } from "#domain/platform/search/search-terms.ts";
import type { EventRecord, EventRow, ListedEvent } from "./event.ts";

/** Returns the SQL expression for the status at a given time. */
export const statusAt = (now: Date): Sql => sql`
  case when events.status = 'published' and events.ends_at <= ${now} then 'ended' else events.status end`;

/** Returns the same rule as conditions, for which the planner has row estimates. */
export function hasStatus(statuses: readonly EventRecord["status"][], now: Date): Sql {
  const conditions: Record<EventRecord["status"], Sql> = {
    draft: sql`events.status = 'draft'`,
    published: sql`(events.status = 'published' and events.ends_at > ${now})`,
    canceled: sql`events.status = 'canceled'`,
    ended: sql`(events.status = 'published' and events.ends_at <= ${now})`,
  };
  return sql`(${statuses.map((status) => conditions[status]).reduce((left, right) => sql`${left} or ${right}`)})`;
}

export const summaryColumns = (now: Date): Sql => sql`
  events.id, events.name, events.slug, events.summary, ${statusAt(now)} as status, events.format, events.starts_at,
  events.ends_at, events.time_zone, events.location, events.online_url, events.category_id, events.cover_file_id,
  events.capacity, events.registered_count, events.waitlist_enabled, events.registration_opens_at,
  events.registration_closes_at, events.reminders, events.visibility, events.tags, events.published_at,
  events.canceled_at, events.cancel_reason, events.external_id, events.metadata, events.version, events.created_at,
  events.updated_at,
  array(select led.lecturer_id from event_lecturers led
         where led.site_id = events.site_id and led.event_id = events.id
         order by led.position)::uuid[] as lecturer_ids`;

export const columns = (now: Date): Sql =>
  sql`${summaryColumns(now)}, events.description_markdown, events.description_html, events.deleted_at`;

export const findEvent = ({ db, site }: SiteScope, reference: Reference, now: Date): Promise<EventRecord | undefined> =>
  db.first<EventRecord>`
    select ${columns(now)} from events where site_id = ${site.id} and ${table("events").hasReference(reference)}`;

export const listEventsById = ({ db, site }: SiteScope, ids: readonly string[], now: Date): Promise<ListedEvent[]> =>
  db.many<ListedEvent>`
    select ${summaryColumns(now)} from ${table("events").withIds(site.id, ids)}
     where events.deleted_at is null`;

/**
 * Finds an event by ID or slug, including deleted ones, and locks it, including its seat count, until the transaction
 * ends.
 */
export async function lockEvent(
  { db, site }: SiteScope,
  reference: Reference,
  now: Date,
): Promise<EventRecord | undefined> {
  const existing =
    "id" in reference
      ? await db.first<{ id: string }>`
          select id from ${table("events").withIds(site.id, [reference.id])} for no key update of events`
      : await db.first<{ id: string }>`
          select id from events where site_id = ${site.id} and slug = ${reference.slug} and deleted_at is null
             for no key update`;
  return (
    existing &&
    db.first<EventRecord>`select ${columns(now)} from events where site_id = ${site.id} and id = ${existing.id}`
  );
}

type NewRow = Pick<EventRow, "id" | "name" | "slug" | "format" | "startsAt" | "endsAt" | "timeZone"> &
  Partial<EventRow>;

const events = defineTable<never, NewRow, Partial<EventRow>>("events");

/** Returns false if the slug or external ID is already taken. */
export async function insertEvent(scope: SiteScope, event: NewRow, now: Date): Promise<boolean> {
  const derived = { ...(await htmlOf(scope, event)), ...searchTermsOfEvent(scope.site, event) };
  return events.insertUnique(scope, { ...event, ...derived }, now);
}

export async function updateEvent(
  scope: SiteScope,
  existing: EventRecord,
  changes: Partial<EventRow>,
  now: Date,
): Promise<void> {
  const isSearched = indexedFields.some((field) => field in changes);
  const terms = isSearched ? searchTermsOfEvent(scope.site, { ...existing, ...changes }) : {};
  await events.update(scope, existing.id, { ...changes, ...(await htmlOf(scope, changes)), ...terms }, now);
}

/** Records when the next reminder of this version is due. Null: none is left. Does not change the version. */
export async function rememberReminder(
  { db, site }: SiteScope,
  { id, version }: Pick<EventRecord, "id" | "version">,
  nextAt: Date | null,
): Promise<void> {
  await db.run`
    update events set next_reminder_at = ${nextAt}, reminder_version = ${version}
     where site_id = ${site.id} and id = ${id}`;
}

const indexedFields = ["name", "summary", "descriptionMarkdown", "tags"] as const;

const htmlOf = async (scope: SiteScope, { descriptionMarkdown: text }: Partial<EventRow>) =>
  text === undefined ? {} : { descriptionHtml: await htmlOfMarkdown(scope, text, "/descriptionMarkdown") };

export const searchTermsOfEvent = (
  site: SiteScope["site"],
  event: Partial<Pick<EventRow, (typeof indexedFields)[number]>>,
) => ({
  searchTerms: searchTermsFor(
    site,
    [event.name, event.summary, event.tags?.join(" "), event.descriptionMarkdown],
    event.tags,
  ),
});

/**
 * Adds to the number of taken seats; a negative number releases seats. Does not change the version, which covers only
 * the editable fields.
 */
export async function addRegistered({ db, site }: SiteScope, id: string, more: number, now: Date): Promise<void> {
  await db.run`
    update events set registered_count = greatest(registered_count + ${more}, 0), ${countedAt(sql`events`, now)}
     where site_id = ${contentOf(site.id)} and id = ${id}`;
}

/** Replaces the lecturers of an event, in order. */
export async function setEventLecturers(
  { db, site }: SiteScope,
  eventId: string,
  lecturerIds: readonly string[],
): Promise<void> {
  await db.run`delete from event_lecturers where site_id = ${contentOf(site.id)} and event_id = ${eventId}`;
  await db.run`
    insert into event_lecturers (site_id, event_id, lecturer_id, position)
    select ${contentOf(site.id)}, ${eventId}, lecturer_id, position
      from unnest(${[...new Set(lecturerIds)]}::uuid[]) with ordinality as led (lecturer_id, position)`;
}

/** Returns true if the event has registrations, including canceled ones. */
export const hasRegistrations = async ({ db, site }: SiteScope, id: string): Promise<boolean> =>
  (await db.first`select id from event_registrations where site_id = ${site.id} and event_id = ${id} limit 1`) !==
  undefined;
