import type { Appointment } from "#domain/platform/calendar/appointment.ts";
import type { Context } from "#domain/platform/context.ts";
import { seam } from "#domain/platform/seam.ts";
import { isOfLearners, type LearnerAudience, listAudience } from "./audience.ts";
import { finishNotice, lockNotice, moveNotice } from "./notice-queries.ts";
import type { Addressed, Content } from "./notification.ts";
import { notifyMany } from "./notify.ts";

/** Describes an event for the calendars of members, by the ID of the member. */
export const appointmentsOfAttendees = seam<
  [context: Context, eventId: string, memberIds: readonly string[]],
  ReadonlyMap<string, Appointment>
>("describes events for calendars");

/** Writes the reminders of learners, by the ID of the member. Members without one are not notified. */
export const newsOfEachLearner = seam<
  [context: Context, audience: LearnerAudience, memberIds: readonly string[]],
  ReadonlyMap<string, Pick<Addressed, "content" | "link" | "cause">>
>("writes reminders of learners");

export const recipientsPerTransaction = 500;

/**
 * Notifies the next recipients of an announcement and returns whether more may follow. Requires a transaction:
 * notifications and progress commit together, so an interruption neither skips nor repeats recipients.
 */
export async function notifyAudience(context: Context, noticeId: string): Promise<boolean> {
  const notice = await lockNotice(context, noticeId);
  if (!notice) return false;
  const { topic, audience, content, link, cause, until, position, createdAt } = notice;
  const isOver = until <= context.now;
  const page = { after: position, limit: recipientsPerTransaction };
  const next = isOver ? [] : await listAudience(context, audience, createdAt, page);
  const news = { content, cause, until, ...(link !== null && { link }) };
  const appointments =
    audience.kind === "attendees" && next.length > 0 && changesCalendar(content)
      ? await appointmentsOfAttendees.call(context, audience.eventId, next)
      : undefined;
  const own =
    isOfLearners(audience) && next.length > 0 ? await newsOfEachLearner.call(context, audience, next) : undefined;
  const recipients = own ? next.filter((memberId) => own.has(memberId)) : next;
  await notifyMany(
    context,
    topic,
    recipients.map((memberId) => ({
      ...news,
      ...own?.get(memberId),
      memberId,
      appointment: appointments?.get(memberId),
    })),
  );
  const last = next.at(-1);
  if (last === undefined || next.length < recipientsPerTransaction) {
    await finishNotice(context, noticeId);
    return false;
  }
  await moveNotice(context, noticeId, last);
  return true;
}

const calendarTemplates: ReadonlySet<string> = new Set(["event_moved", "event_details_changed", "event_canceled"]);

const changesCalendar = (content: Content): boolean => "template" in content && calendarTemplates.has(content.template);
