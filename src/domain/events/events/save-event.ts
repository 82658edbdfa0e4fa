import * as z from "zod";
import { sql } from "#database/statements/sql.ts";
import { outcomeOf, unchanged } from "#domain/platform/outcome.ts";
import { isEmptyPatch, computePatch } from "#domain/platform/merge-patch/compute-patch.ts";
import type { Context } from "#domain/platform/context.ts";
import { missingRelations } from "#domain/catalog/courses/relations.ts";
import { eventCategories } from "#domain/events/event-categories/event-category.ts";
import { promoteWaitlist } from "#domain/events/event-registrations/promote-waitlist.ts";
import { ExternalId, ReferenceTo } from "#domain/platform/fields.ts";
import { requireNewFiles } from "#domain/files/files/references/require-files.ts";
import { findOrCreate } from "#domain/platform/find-or-create.ts";
import { lockCategoryIfExists } from "#domain/content/flat-categories/queries.ts";
import { freeSlug } from "#domain/platform/names/free-slug.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { announce } from "#domain/messages/notifications/announce.ts";
import { formatTime } from "#domain/platform/time/format-time.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import { operation } from "#domain/platform/operation.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { requirePeriod } from "#domain/platform/time/period.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import { claimUnique, insertUnique, type Uniqueness, uniqueSlug } from "#domain/platform/names/uniqueness.ts";
import { findByExternalId } from "#domain/platform/external-ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { versioned } from "#domain/platform/versioned.ts";
import { Event, EventChanges, type EventRecord, NewEvent, serializeEvent, writableEvent } from "./event.ts";
import { findEvent, insertEvent, setEventLecturers, lockEvent, updateEvent as storeEvent } from "./queries.ts";
import { eventNotFound, requireEvent } from "./require-event.ts";

const notifies = {
  notifyAttendees: z.boolean().optional().meta({
    description:
      "True notifies registered members of a new time or place, false does not. Required if a published event is rescheduled. Default for another end or place: true.",
  }),
};

const uniqueEvent: Uniqueness = {
  kind: "event",
  table: sql`events`,
  what: "event",
  value: uniqueSlug,
  find: (context, slug) => findEvent(context, { slug }, context.now),
};

export const createEvent = operation({
  name: "createEvent",
  summary: "Create an event",
  description: "The event starts as a draft.",
  writes: "events:write",
  input: NewEvent,
  output: Event,
  run: (context, fields) => create(context, fields),
  emits: "event.created",
});

export const updateEvent = operation({
  name: "updateEvent",
  summary: "Update an event",
  description: "To reschedule a published event, send `notify_attendees`.",
  writes: "events:write",
  input: EventChanges.extend({ event: ReferenceTo("event"), ...notifies }),
  output: Event,
  async run(context, { event: reference, notifyAttendees: notifiesAttendees, ...changes }) {
    return change(context, await requireEvent(context, reference), changes, notifiesAttendees);
  },
  emits: "event.updated",
});

export const upsertEvent = operation({
  name: "upsertEvent",
  summary: "Create or update an event by external ID",
  writes: "events:write",
  input: NewEvent.extend({ externalId: ExternalId, ...notifies }),
  output: versioned(Event.extend({ created: z.boolean() })),
  async run(context, { externalId, notifyAttendees: notifiesAttendees, ...fields }) {
    const found = await findOrCreate(
      context,
      () => findByExternalId(context, sql`events`, externalId),
      () => create(context, { ...fields, externalId }),
    );
    if ("made" in found) return outcomeOf({ ...found.made, created: true });
    const { known } = found;
    const existing = await lockEvent(context, { id: known.id }, context.now);
    if (!existing) throw eventNotFound(known);
    requireVersion(context, existing);
    // Restores a deleted event, because an upsert states that it exists.
    const isSlugTaken = existing.deletedAt && (await findEvent(context, { slug: existing.slug }, context.now));
    const back = {
      ...(existing.deletedAt && { deletedAt: null, status: "draft" as const }),
      ...(isSlugTaken && { slug: await slugFor(context, fields.name) }),
    };
    const outcome = await change(context, existing, { ...back, ...fields }, notifiesAttendees);
    return outcome.map((event) => ({ ...event, created: false }));
  },
  event: (_input, event) => eventAbout(event.created ? "event.created" : "event.updated", "event", event.id),
});

/** In minutes before the start: a day and an hour. Applies to events without reminders of their own. */
const defaultReminders = [1440, 60];

async function create(context: Context, { lecturerIds, ...fields }: NewEvent) {
  await requireValid(context, { lecturerIds, ...fields });
  requirePeriod(fields.registrationOpensAt, fields.registrationClosesAt, "/registrationClosesAt");
  await requireNewFiles(context, ["coverFileId"], fields);
  await claimUnique(context, uniqueEvent, undefined, fields);
  const id = newId();
  const slug = fields.slug ?? (await slugFor(context, fields.name));
  await insertUnique(context, uniqueEvent, { ...fields, slug }, () =>
    insertEvent(context, { reminders: defaultReminders, ...fields, id, slug }, context.now),
  );
  if (lecturerIds) await setEventLecturers(context, id, lecturerIds);
  return serializeEvent(context, await mustExist(findEvent(context, { id }, context.now)));
}

async function change(
  context: Context,
  existing: EventRecord,
  { deletedAt, status, ...input }: EventChanges & { deletedAt?: null; status?: "draft" },
  notifiesAttendees: boolean | undefined,
) {
  const returns = deletedAt === null && status && { deletedAt, status };
  const changed = computePatch(writableEvent, existing, input);
  if (!returns && isEmptyPatch(changed)) return unchanged(serializeEvent(context, existing));
  const { lecturerIds, ...changes } = changed;
  const after = { ...existing, ...changes };
  await requireValid(context, { ...changes, lecturerIds, startsAt: after.startsAt, endsAt: after.endsAt });
  requirePeriod(after.registrationOpensAt, after.registrationClosesAt, "/registrationClosesAt");
  await claimUnique(context, uniqueEvent, existing.id, changes);
  await requireNewFiles(context, ["coverFileId"], changes, existing);
  const isMoved = existing.status === "published" && after.startsAt.getTime() !== existing.startsAt.getTime();
  if (isMoved && notifiesAttendees === undefined) {
    const detail =
      "The event is published. Send true or false to choose whether registered members are notified of the new time.";
    throw validationFailed("/notifyAttendees", "required", detail);
  }
  if (after.capacity !== null && after.capacity < existing.registeredCount) {
    throw new Problem("capacity_below_sold", `Choose at least ${existing.registeredCount}: that many seats are taken.`);
  }
  if (lecturerIds) await setEventLecturers(context, existing.id, lecturerIds);
  await storeEvent(context, existing, { ...changes, ...returns }, context.now);
  if (changes.capacity !== undefined) await promoteWaitlist(context, existing.id);
  if (isMoved && notifiesAttendees) await announceChange(context, after, "eventMoved");
  else if (!isMoved && notifiesAttendees !== false && hasOtherPlaceOrEnd(existing, changes)) {
    await announceChange(context, after, "eventDetailsChanged");
  }
  return outcomeOf(serializeEvent(context, await mustExist(findEvent(context, { id: existing.id }, context.now))));
}

/** True if members who come have to know of the change, and it is not too late. */
const hasOtherPlaceOrEnd = ({ status }: EventRecord, changes: Partial<EventChanges>): boolean =>
  status === "published" && (["endsAt", "location", "onlineUrl", "format"] as const).some((name) => name in changes);

function announceChange(context: Context, event: EventRecord, what: "eventMoved" | "eventDetailsChanged") {
  const { startsAt, endsAt, timeZone, format, location } = event;
  const placeText = format === "online" ? "" : [location?.name, location?.address].filter(Boolean).join(", ");
  const inWords = { startsAtInWords: formatTime(startsAt, timeZone), endsAtInWords: formatTime(endsAt, timeZone) };
  const attendees = { kind: "attendees", eventId: event.id, waiting: true } as const;
  return announce(context, attendees, occasions[what]({ ...event, ...inWords, place: placeText }));
}

async function requireValid(context: Context, requested: EventChanges): Promise<void> {
  const { startsAt, endsAt, categoryId, lecturerIds = [] } = requested;
  requirePeriod(startsAt, endsAt, "/endsAt");
  if (categoryId && !(await lockCategoryIfExists(context, eventCategories, categoryId))) {
    throw validationFailed(
      "/categoryId",
      "not_found",
      `No category has the ID ${formatId("eventCategory", categoryId)}.`,
    );
  }
  const { lecturer } = await missingRelations(context, { lecturerIds });
  if (lecturer) {
    const pointer = `/lecturerIds/${lecturerIds.indexOf(lecturer)}`;
    throw validationFailed(pointer, "not_found", `No lecturer has the ID ${formatId("lecturer", lecturer)}.`);
  }
}

const slugFor = (context: Context, name: string) =>
  freeSlug(context, name, "event", async (slug) => (await findEvent(context, { slug }, context.now)) !== undefined);
