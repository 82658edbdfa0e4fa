import { type Availability, windowsOn } from "#domain/offers/consulting/availability.ts";
import { dateIn, nextDate, timeOf } from "#lib/time/zoned-time.ts";

/** A span of time on a day of the calendar. */
interface Open {
  startsAt: Date;
  endsAt: Date;
}

/** A day of the calendar, in the time zone of the school. */
export interface CalendarDay<Session> {
  date: string;
  /** False for days before and after the month. */
  isInside: boolean;
  isToday: boolean;
  /** True if the date differs from the weekly hours. */
  isException: boolean;
  open: readonly Open[];
  sessions: readonly Session[];
}

export interface CalendarRange {
  view: "month" | "week";
  /** The first and last days that are shown: whole weeks from Monday. */
  first: string;
  last: string;
  /** A day of the range before and after this one. */
  previous: string;
  next: string;
}

/** Returns the days that a view around a date shows. */
export function rangeAround(view: CalendarRange["view"], date: string): CalendarRange {
  if (view === "week") {
    const first = mondayOf(date);
    return { view, first, last: shifted(first, 6), previous: shifted(first, -7), next: shifted(first, 7) };
  }
  const firstOfMonth = `${date.slice(0, 7)}-01`;
  const next = `${shifted(firstOfMonth, 31).slice(0, 7)}-01`;
  const previous = `${shifted(firstOfMonth, -1).slice(0, 7)}-01`;
  const last = shifted(mondayOf(shifted(next, -1)), 6);
  return { view, first: mondayOf(firstOfMonth), last, previous, next };
}

const shifted = (date: string, days: number): string => {
  const time = new Date(`${date}T00:00:00Z`);
  time.setUTCDate(time.getUTCDate() + days);
  return time.toISOString().slice(0, 10);
};

const mondayOf = (date: string): string => shifted(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7));

interface Input<Session> {
  range: CalendarRange;
  /** The date that the range is about. */
  date: string;
  today: string;
  timeZone: string;
  availability: Availability;
  sessions: readonly Session[];
}

/** Divides the open hours and the sessions of a service among the days of a range. */
export function calendarDays<Session extends { startsAt: Date }>({
  range,
  date,
  today,
  timeZone,
  availability,
  sessions,
}: Input<Session>): CalendarDay<Session>[] {
  const open = openSpans(availability, range);
  const openByDay = Map.groupBy(open, ({ startsAt }) => dateIn(timeZone, startsAt));
  const sessionsByDay = Map.groupBy(sessions, ({ startsAt }) => dateIn(timeZone, startsAt));
  const exceptions = new Set(availability.exceptions.map((one) => one.date));
  return daysOf(range).map((day) => ({
    date: day,
    isInside: range.view === "week" || day.slice(0, 7) === date.slice(0, 7),
    isToday: day === today,
    isException: exceptions.has(day),
    open: openByDay.get(day) ?? [],
    sessions: sessionsByDay.get(day) ?? [],
  }));
}

function daysOf({ first, last }: Pick<CalendarRange, "first" | "last">): string[] {
  const days: string[] = [];
  for (let day = first; day <= last; day = nextDate(day)) days.push(day);
  return days;
}

/** The hours are local times of the availability: a day there can begin on another day of the school. */
function openSpans(availability: Availability, { first, last }: CalendarRange): Open[] {
  return daysOf({ first: shifted(first, -1), last: shifted(last, 1) }).flatMap((day) =>
    windowsOn(availability, day).map(({ from, to }) => ({
      startsAt: timeOf(availability.timeZone, day, from),
      endsAt: timeOf(availability.timeZone, day, to),
    })),
  );
}

/** The instants between which sessions are read. */
export const instantsOf = ({ first, last }: CalendarRange, timeZone: string): { gte: Date; lt: Date } => ({
  gte: timeOf(timeZone, first, 0),
  lt: timeOf(timeZone, shifted(last, 1), 0),
});
