import { memberOf } from "#access/caller.ts";
import { pause } from "#lib/event-loop/pause.ts";
import type { Context } from "#domain/platform/context.ts";
import { availabilityOf, type ServiceRow } from "#domain/offers/consulting/consulting.ts";
import { possibleSlots, type Span, withBuffers } from "#domain/offers/consulting/availability.ts";
import { busyTimes } from "./queries.ts";

export interface Slot extends Span {
  /** Available lecturers, in the order of the service. */
  lecturerIds: string[];
}

/** Returns the possible sessions between two times. A slot that is taken has no lecturers. */
export const slotsOf = async (
  context: Context,
  service: ServiceRow,
  within: Span,
  except?: string,
): Promise<Slot[]> => [...(await eachSlot(context, service, within, except))];

/** Returns the first session between two times that a lecturer can give. */
export async function firstFreeSlot(context: Context, service: ServiceRow, within: Span): Promise<Slot | undefined> {
  for (const slot of await eachSlot(context, service, within)) if (slot.lecturerIds.length > 0) return slot;
  return undefined;
}

/** Reads the calendars of the lecturers, and looks slots up in them one by one. */
async function eachSlot(context: Context, service: ServiceRow, within: Span, except?: string): Promise<Iterable<Slot>> {
  const turn = pause();
  if (turn) await turn;
  const availability = availabilityOf(service);
  const slots = possibleSlots(availability, service.durationMinutes, within, context.now);
  const [first, last] = [slots[0], slots.at(-1)];
  if (!first || !last) return [];
  const around = withBuffers({ startsAt: first.startsAt, endsAt: last.endsAt }, availability);
  const memberId = memberOf(context.caller);
  const holder = memberId === null ? null : { memberId, serviceId: service.id };
  const taken = (await busyTimes(context, service.lecturerIds, around, holder)).filter(({ id }) => id !== except);
  const before = first.startsAt.getTime() - around.startsAt.getTime();
  const after = around.endsAt.getTime() - last.endsAt.getTime();
  return withLecturers(slots, calendarsOf(service.lecturerIds, taken), { before, after });
}

/** A time in milliseconds. */
interface Busy {
  start: number;
  end: number;
}

interface Calendar {
  lecturerId: string;
  /** In order, and apart from each other. */
  busy: Busy[];
}

function calendarsOf(lecturerIds: readonly string[], taken: readonly (Span & { lecturerId: string })[]): Calendar[] {
  const byLecturer = Map.groupBy(taken, ({ lecturerId }) => lecturerId);
  return lecturerIds.map((lecturerId) => {
    const times = (byLecturer.get(lecturerId) ?? []).map(({ startsAt, endsAt }) => ({
      start: startsAt.getTime(),
      end: endsAt.getTime(),
    }));
    return { lecturerId, busy: joined(times) };
  });
}

/** Joins times that overlap. */
function joined(times: readonly Busy[]): Busy[] {
  const apart: Busy[] = [];
  for (const { start, end } of times.toSorted((one, other) => one.start - other.start)) {
    const previous = apart.at(-1);
    if (previous && start <= previous.end) previous.end = Math.max(previous.end, end);
    else apart.push({ start, end });
  }
  return apart;
}

/** Walks through slots and calendars together: both are in order. `buffers` are milliseconds around a session. */
function* withLecturers(
  slots: readonly Span[],
  calendars: readonly Calendar[],
  buffers: { before: number; after: number },
): Generator<Slot, void, undefined> {
  const next = calendars.map(() => 0);
  for (const slot of slots) {
    const start = slot.startsAt.getTime() - buffers.before;
    const end = slot.endsAt.getTime() + buffers.after;
    const isFree = ({ busy }: Calendar, index: number) => {
      let at = next[index] ?? 0;
      while ((busy[at]?.end ?? Infinity) <= start) at++;
      next[index] = at;
      return (busy[at]?.start ?? Infinity) >= end;
    };
    yield { ...slot, lecturerIds: calendars.filter(isFree).map(({ lecturerId }) => lecturerId) };
  }
}
