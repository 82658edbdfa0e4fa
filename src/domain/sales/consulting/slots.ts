import { dateIn, momentOf, nextDate } from "#lib/zoned-time.ts";
import { type Availability, windowsOn } from "./availability.ts";

export interface Span {
  startsAt: Date;
  endsAt: Date;
}

const minute = 60_000;

/**
 * When sessions could begin between two moments, whoever is free then: one after another from the beginning of each
 * window. A window's ends are read from the clock of the place; what lies between is time as it passes, so that a day
 * on which the clock is put back has an hour more.
 */
export function possibleSlots(availability: Availability, durationMinutes: number, within: Span, now: Date): Span[] {
  const { timeZone, minNoticeHours, maxDaysAhead } = availability;
  const first = Math.max(within.startsAt.getTime(), now.getTime() + minNoticeHours * 60 * minute);
  const last = Math.min(within.endsAt.getTime(), now.getTime() + maxDaysAhead * 1440 * minute);
  const slots = new Map<number, Span>();
  if (first > last) return [];
  const end = nextDate(dateIn(timeZone, new Date(last)));
  for (let date = dateIn(timeZone, new Date(first - 1440 * minute)); date < end; date = nextDate(date)) {
    for (const { from, to } of windowsOn(availability, date)) {
      const close = momentOf(timeZone, date, to).getTime();
      const length = durationMinutes * minute;
      for (let start = momentOf(timeZone, date, from).getTime(); start + length <= close; start += length) {
        if (start < first || start >= last) continue;
        slots.set(start, { startsAt: new Date(start), endsAt: new Date(start + length) });
      }
    }
  }
  return [...slots.values()].toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
}

type Buffers = Pick<Availability, "bufferBeforeMinutes" | "bufferAfterMinutes">;

/** A session with the time that has to be free around it. */
export const withBuffers = (
  { startsAt, endsAt }: Span,
  { bufferBeforeMinutes, bufferAfterMinutes }: Buffers,
): Span => ({
  startsAt: new Date(startsAt.getTime() - bufferBeforeMinutes * minute),
  endsAt: new Date(endsAt.getTime() + bufferAfterMinutes * minute),
});

export const overlap = (one: Span, other: Span): boolean => one.startsAt < other.endsAt && other.startsAt < one.endsAt;
