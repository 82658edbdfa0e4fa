import type { Context } from "#domain/platform/context.ts";
import { announce } from "#domain/messages/notifications/announce.ts";
import { formatTime } from "#domain/platform/time/format-time.ts";
import { occasions } from "#domain/messages/notifications/occasions.ts";
import { lockEvent, rememberReminder } from "./queries.ts";

const minute = 60_000;

/**
 * Sends the reminder that is due for an event, and records when the next one is. If several are due, sends only the
 * latest one, for example after downtime. Members who register later get the next one. Returns true if one was due.
 */
export async function remindAttendees(context: Context, id: string): Promise<boolean> {
  const { now } = context;
  const event = await lockEvent(context, { id }, now);
  if (!event) return false;
  const timeLeft = event.startsAt.getTime() - now.getTime();
  const due =
    event.status === "published" && timeLeft > 0
      ? event.reminders.filter((minutes) => timeLeft <= minutes * minute)
      : [];
  if (due.length > 0) {
    const startsAtInWords = formatTime(event.startsAt, event.timeZone);
    const attendees = { kind: "attendees", eventId: id, waiting: false } as const;
    await announce(context, attendees, occasions.eventReminder({ ...event, startsAtInWords }, Math.min(...due)));
  }
  const waiting = event.reminders.filter((minutes) => timeLeft > minutes * minute);
  const next = waiting.length > 0 ? new Date(event.startsAt.getTime() - Math.max(...waiting) * minute) : null;
  await rememberReminder(context, event, next);
  return due.length > 0;
}
