import { countSoldOf } from "#domain/events/event-tickets/queries.ts";
import { addRegistered } from "#domain/events/events/queries.ts";
import { insertPeople } from "#domain/people/members/bulk/add-students.ts";
import { createdEvents } from "#domain/people/members/member-event.ts";
import { listMembersById } from "#domain/people/members/queries.ts";
import { about } from "#domain/platform/audit/about.ts";
import { recordAudits } from "#domain/platform/audit/record-audit.ts";
import { BatchConflict, maxShared } from "#domain/platform/bulk/run-in-batch.ts";
import type { Context } from "#domain/platform/context.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import { insertRegistrations, type PlannedRegistration } from "./insert-registrations.ts";

export interface NewStudent {
  id: string;
  email: string;
  name: string | null;
}

/** A planned registration, with the person if the row adds them to the site. */
export interface Planned {
  registration: PlannedRegistration;
  newMember: NewStudent | undefined;
}

/** Writes planned registrations of an event. `seats`: the seats they take, by ticket. Throws `BatchConflict`. */
export async function writeRegistrations(
  context: Context,
  eventId: string,
  planned: readonly Planned[],
  seats: ReadonlyMap<string, number>,
): Promise<void> {
  for (let first = 0; first < planned.length; first += maxShared) {
    await writeSome(context, planned.slice(first, first + maxShared));
  }
  const taken = [...seats.values()].reduce((sum, quantity) => sum + quantity, 0);
  if (taken > 0) {
    await addRegistered(context, eventId, taken, context.now);
    await countSoldOf(context, seats, context.now);
  }
}

async function writeSome(context: Context, planned: readonly Planned[]): Promise<void> {
  const newMembers = planned.flatMap(({ newMember }) => newMember ?? []);
  if (newMembers.length > 0 && (await insertPeople(context, newMembers)).length < newMembers.length) {
    throw new BatchConflict();
  }
  const registrations = planned.map(({ registration }) => registration);
  if ((await insertRegistrations(context, registrations, context.now)) < registrations.length) {
    throw new BatchConflict();
  }
  await record(context, planned);
}

/** Records the audit entries and events of single registrations. */
async function record(context: Context, planned: readonly Planned[]): Promise<void> {
  const ids = planned.flatMap(({ newMember }) => newMember?.id ?? []);
  const added = ids.length > 0 ? await listMembersById(context, ids) : [];
  const members = new Map(added.map((member) => [member.id, member]));
  await recordAudits(
    context,
    planned.flatMap(({ registration, newMember }) => [
      ...(newMember
        ? [
            {
              action: "addMember",
              subject: about("member", newMember.id, { roles: mustGet(members, newMember.id).roles }),
            },
          ]
        : []),
      { action: "registerForEvent", subject: about("eventRegistration", registration.id) },
    ]),
  );
  await recordEvents(
    context,
    planned.flatMap(({ registration, newMember }) => [
      ...(newMember ? createdEvents(mustGet(members, newMember.id)) : []),
      eventAbout("event_registration.created", "eventRegistration", registration.id),
    ]),
  );
}
