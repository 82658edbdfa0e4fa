import type { LearnerAudience } from "#domain/messages/notifications/audience.ts";
import { isQuiet } from "#lib/time/quiet-hours.ts";
import { addDays, dateIn, timeOf, writtenIn } from "#lib/time/zoned-time.ts";

/** Settings of the school, in its time zone. */
export interface ReminderSettings {
  /** Null: no reminders. */
  studyReminderDays: number | null;
  weeklySummary: boolean;
  /** Hours of the day. Equal: reminders never wait. */
  quietFrom: number;
  quietUntil: number;
}

/** A reminder that a school sends now. */
export interface DueReminder {
  audience: LearnerAudience;
  /** The local date, which identifies the reminder. */
  date: string;
  /** The next quiet hours, in which nothing is sent. */
  until: Date;
}

/** Reminders are announced in the first hours of the day: a server that was down then catches up on the next day. */
const sendingHours = 3;

/** Days in which a person is reminded who was not on the first one. */
const catchUpDays = 2;

const weekDays = 7;
/** `Date.getUTCDay`. */
const monday = 1;

/** Returns the reminders that a school sends at a time. */
export function dueReminders(settings: ReminderSettings, timeZone: string, now: Date): DueReminder[] {
  const { studyReminderDays, weeklySummary, quietFrom, quietUntil } = settings;
  const hour = Number(writtenIn(timeZone, now).slice(11, 13));
  const sinceMorning = (hour - quietUntil + 24) % 24;
  if (sinceMorning >= sendingHours || isQuiet(settings, hour)) return [];
  const date = dateIn(timeZone, now);
  const until = endOfDay(timeZone, now, { quietFrom, quietUntil });
  const due: DueReminder[] = [];
  if (studyReminderDays !== null) {
    const before = addDays(timeZone, now, -studyReminderDays);
    const from = addDays(timeZone, before, -catchUpDays);
    due.push({ audience: { kind: "silent", from: from.toISOString(), before: before.toISOString() }, date, until });
  }
  if (weeklySummary && new Date(`${date}T00:00:00Z`).getUTCDay() === monday) {
    const end = timeOf(timeZone, date, 0);
    const from = addDays(timeZone, end, -weekDays);
    due.push({ audience: { kind: "learned", from: from.toISOString(), before: end.toISOString() }, date, until });
  }
  return due;
}

/** The next time at which quiet hours begin, or the same time of the next day if there are none. */
function endOfDay(
  timeZone: string,
  now: Date,
  { quietFrom, quietUntil }: Pick<ReminderSettings, "quietFrom" | "quietUntil">,
): Date {
  if (quietFrom === quietUntil) return addDays(timeZone, now, 1);
  const today = timeOf(timeZone, dateIn(timeZone, now), quietFrom * 60);
  return today > now ? today : addDays(timeZone, today, 1);
}
