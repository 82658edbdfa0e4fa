import { memberOf } from "#access/caller.ts";
import type { Context } from "#domain/platform/context.ts";
import { availabilityOf, type ServiceRow } from "#domain/offers/consulting/consulting.ts";
import { overlap, possibleSlots, type Span, withBuffers } from "#domain/offers/consulting/slots.ts";
import { busyTimes } from "./queries.ts";

export interface Slot extends Span {
  /** Available lecturers, in the order of the service. */
  lecturerIds: string[];
}

/** Returns the possible sessions between two times. A slot that is taken has no lecturers. */
export async function slotsOf(context: Context, service: ServiceRow, within: Span, except?: string): Promise<Slot[]> {
  const availability = availabilityOf(service);
  const slots = possibleSlots(availability, service.durationMinutes, within, context.now);
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) return [];
  const around = withBuffers({ startsAt: first.startsAt, endsAt: last.endsAt }, availability);
  const memberId = memberOf(context.caller);
  const holder = memberId === null ? null : { memberId, serviceId: service.id };
  const busy = (await busyTimes(context, service.lecturerIds, around, holder)).filter(({ id }) => id !== except);
  const isFree = (lecturerId: string, slot: Span) =>
    !busy.some((taken) => taken.lecturerId === lecturerId && overlap(taken, withBuffers(slot, availability)));
  return slots.map((slot) => ({ ...slot, lecturerIds: service.lecturerIds.filter((id) => isFree(id, slot)) }));
}
