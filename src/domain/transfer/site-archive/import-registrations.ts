import type * as z from "zod";
import { insertRegistered, insertWithoutSeat } from "#domain/events/event-registrations/insert-registered.ts";
import { updateRegistration } from "#domain/events/event-registrations/queries.ts";
import { requireTicket } from "#domain/events/event-registrations/registration-rules.ts";
import { EventRegistration } from "#domain/events/event-registrations/registration.ts";
import { findTicket } from "#domain/events/event-tickets/queries.ts";
import { lockEvent } from "#domain/events/events/queries.ts";
import { findMember } from "#domain/people/members/queries.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { formatId } from "#domain/platform/ids.ts";
import { wireReader } from "#domain/transfer/imports/read-wire.ts";
import type { Row } from "./archive-format.ts";
import { operations } from "./archived-resources.ts";
import { digestOf, keyOf, writablePart } from "./compare-rows.ts";
import { requireStateTime } from "./history/state-times.ts";
import { readPages } from "./read-list.ts";
import type { SiteImport } from "./site-import.ts";

const Registration = EventRegistration.pick({
  eventId: true,
  ticketId: true,
  memberId: true,
  quantity: true,
  status: true,
  checkedInAt: true,
  canceledAt: true,
  source: true,
  answers: true,
  externalId: true,
  metadata: true,
});
type Registration = z.output<typeof Registration>;
const read = wireReader(Registration);

const name = "event_registrations";
/** A member can cancel the same ticket several times. */
const key = ["event_id", "ticket_id", "member_id", "status", "canceled_at"];

const compared = (row: Row): Promise<string> => digestOf(writablePart(row, Registration));

/** Restores registrations with their status and source. The rules of seats apply. */
export async function importRegistrations(run: SiteImport): Promise<void> {
  const existing = new Map<string, { id: unknown; digest: string }>();
  for await (const page of readPages(run.context, operations.listEventRegistrations)) {
    for (const row of page) existing.set(keyOf(row, key), { id: row["id"], digest: await compared(row) });
  }
  for await (const archived of run.archive.rows(name)) {
    await run.attempt(name, archived, async () => {
      const row = await run.ids.translate(archived);
      const before = existing.get(keyOf(row, key));
      if (before !== undefined) {
        run.ids.set(archived["id"], before.id);
        run.compare(name, archived, before.digest === (await compared(row)));
        return;
      }
      const registration = read(writablePart(row, Registration));
      if (registration instanceof Problem) throw registration;
      requireStateTime(registration, "checked_in", "checkedInAt");
      requireStateTime(registration, "canceled", "canceledAt");
      run.ids.set(archived["id"], formatId("eventRegistration", await register(run, registration)));
      run.count(name, "created");
    });
  }
}

const register = ({ context }: SiteImport, registration: Registration): Promise<string> =>
  context.db.transaction(async (db) => {
    const inside = { ...context, db };
    const { eventId, ticketId, memberId, quantity, status, checkedInAt, canceledAt, ...rest } = registration;
    const event = await lockEvent(inside, { id: eventId }, context.now);
    if (!event || event.deletedAt !== null) throw notFound("event", formatId("event", eventId));
    requireTicket(event.id, await findTicket(inside, ticketId), { ticketId, quantity });
    if (!(await findMember(inside, memberId))) throw notFound("member", formatId("member", memberId));
    const request = { ...rest, memberId, ticketId, quantity, waitlist: false };
    const id =
      status === "waitlisted" || status === "canceled"
        ? await insertWithoutSeat(inside, event, request, status)
        : await insertRegistered(inside, event, request);
    await updateRegistration(inside, id, { status, checkedInAt, canceledAt }, context.now);
    return id;
  });
