import type { Context } from "#domain/platform/context.ts";
import { availabilityOf, type ServiceRow } from "#domain/sales/consulting/consulting.ts";
import { overlap, possibleSlots, type Span, withBuffers } from "#domain/sales/consulting/slots.ts";
import { busyTimes } from "./queries.ts";

export interface Slot extends Span {
  /** Those who are free then, in the order in which they give the service. */
  lecturerIds: string[];
}

/** The sessions that could begin between two moments, taken ones too: these have no lecturer. */
export async function slotsOf(context: Context, service: ServiceRow, within: Span, except?: string): Promise<Slot[]> {
  const availability = availabilityOf(service);
  const slots = possibleSlots(availability, service.durationMinutes, within, context.now);
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) return [];
  const around = withBuffers({ startsAt: first.startsAt, endsAt: last.endsAt }, availability);
  const busy = (await busyTimes(context, service.lecturerIds, around)).filter(({ id }) => id !== except);
  const isFree = (lecturerId: string, slot: Span) =>
    !busy.some((taken) => taken.lecturerId === lecturerId && overlap(taken, withBuffers(slot, availability)));
  return slots.map((slot) => ({ ...slot, lecturerIds: service.lecturerIds.filter((id) => isFree(id, slot)) }));
}
