import type { Context } from "#domain/platform/context.ts";
import { announce } from "#domain/engagement/notifications/announce.ts";
import { formatTime } from "#domain/engagement/notifications/format-time.ts";
import { occasions } from "#domain/engagement/notifications/occasions.ts";
import { findEvent } from "./queries.ts";

const minute = 60_000;

/**
 * Sends the reminder that is due for an event. If several are due, sends only the latest one, for example after
 * downtime. Members who register later get the next one.
 */
export async function remindAttendees(context: Context, id: string): Promise<void> {
  const event = await findEvent(context, { id }, context.now);
  if (event?.status !== "published" || event.startsAt <= context.now) return;
  const left = event.startsAt.getTime() - context.now.getTime();
  const due = event.reminders.filter((minutes) => left <= minutes * minute);
  if (due.length === 0) return;
  const startsAtInWords = formatTime(event.startsAt, event.timeZone);
  const attendees = { kind: "attendees", eventId: id, waiting: false } as const;
  await announce(context, attendees, occasions.eventReminder({ ...event, startsAtInWords }, Math.min(...due)));
}
