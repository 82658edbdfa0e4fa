import * as z from "zod";
import { dateIn, timeOf, nextDate } from "#lib/time/zoned-time.ts";
import { TimeZone } from "#domain/platform/time/time-zone.ts";

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;

const ClockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$|^24:00$/, "Expected a time of day like 09:30, or 24:00 for the end of the day.")
  .meta({ examples: ["09:30"] });

const bounds = { from: ClockTime, to: ClockTime };
const inOrder = ({ from, to }: { from: string; to: string }) => from < to;
const order = "Expected a window that ends after it starts.";

const Weekly = z.object({ day: z.enum(weekdays), ...bounds }).refine(inOrder, order);
const Window = z
  .object(bounds)
  .refine(inOrder, order)
  .meta({ examples: [{ from: "09:00", to: "12:00" }] });

/** Overrides the weekly windows on one date. Without windows, the date cannot be booked. */
const Exception = z.object({
  date: z.iso.date().meta({ examples: ["2026-03-29"] }),
  windows: z.array(Window).max(20).default([]),
});

const minutes = (max: number) => z.number().int().min(0).max(max);

/** When a service can be booked, in a given time zone. */
export const Availability = z
  .object({
    timeZone: TimeZone,
    weekly: z
      .array(Weekly)
      .max(100)
      .default([])
      .meta({ examples: [[{ day: "monday", from: "09:00", to: "12:00" }]] }),
    exceptions: z.array(Exception).max(400).default([]),
    bufferBeforeMinutes: minutes(480).default(0),
    bufferAfterMinutes: minutes(480).default(0),
    minNoticeHours: minutes(2160).default(0),
    maxDaysAhead: z.number().int().min(1).max(730).default(60),
  })
  .meta({ id: "Availability" });
export type Availability = z.output<typeof Availability>;

/** Minutes since midnight. */
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Returns the windows of a date in minutes since midnight, in order. */
export function windowsOn({ weekly, exceptions }: Availability, date: string): { from: number; to: number }[] {
  const exception = exceptions.find((one) => one.date === date);
  const weekday = weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()];
  const windows = exception ? exception.windows : weekly.filter((one) => one.day === weekday);
  return windows
    .map(({ from, to }) => ({ from: minutesOf(from), to: minutesOf(to) }))
    .toSorted((one, other) => one.from - other.from);
}

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
