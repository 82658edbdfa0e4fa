import { dateIn, timeOf, nextDate } from "#lib/time/zoned-time.ts";
import { type Availability, windowsOn } from "./availability.ts";

export { type Availability, windowsOn };

export interface Span {
  startsAt: Date;
  endsAt: Date;
}

const minute = 60_000;

/**
 * Returns the possible sessions between two times, regardless of availability of lecturers. Sessions follow each
 * other from the start of each window. The ends of a window are local times; the time between them is elapsed time. A
 * day on which clocks are set back therefore has one hour more.
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
      const close = timeOf(timeZone, date, to).getTime();
      const length = durationMinutes * minute;
      for (let start = timeOf(timeZone, date, from).getTime(); start + length <= close; start += length) {
        if (start < first || start >= last) continue;
        slots.set(start, { startsAt: new Date(start), endsAt: new Date(start + length) });
      }
    }
  }
  return [...slots.values()].toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
}

type Buffers = Pick<Availability, "bufferBeforeMinutes" | "bufferAfterMinutes">;

/** Returns the session extended by its buffers. */
export const withBuffers = (
  { startsAt, endsAt }: Span,
  { bufferBeforeMinutes, bufferAfterMinutes }: Buffers,
): Span => ({
  startsAt: new Date(startsAt.getTime() - bufferBeforeMinutes * minute),
  endsAt: new Date(endsAt.getTime() + bufferAfterMinutes * minute),
});
