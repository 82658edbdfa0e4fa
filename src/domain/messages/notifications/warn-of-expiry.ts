import type { RequestContext } from "#domain/platform/context.ts";
import { findSchool } from "#domain/site/school/queries.ts";
import { settingsFrom } from "#domain/site/school/settings.ts";
import { addDays } from "#lib/time/zoned-time.ts";
import { type ExpiringAccess, listExpiringEnrollments, listExpiringProducts, type Span } from "./expiring-queries.ts";
import { formatTime } from "#domain/platform/time/format-time.ts";
import { occasions } from "./occasions.ts";
import { notifyMany } from "./notify.ts";

const recipientsPerTransaction = 500;

/** Expiring resource types and their paths on the site. */
const kinds = [
  { folder: "courses", list: listExpiringEnrollments },
  { folder: "digital-products", list: listExpiringProducts },
];

/**
 * Notifies members whose access ends within the school's reminder periods (`expiryReminderDays`), once per period. An
 * interrupted run is continued by the next one.
 */
export async function warnOfExpiry(context: RequestContext): Promise<void> {
  const { settings, timeZone } = await findSchool(context);
  const reminderDays = [...new Set(settingsFrom(settings).notifications.expiryReminderDays)].toSorted((a, b) => a - b);
  const later = (days: number) => addDays(timeZone, context.now, days);
  for (const [index, days] of reminderDays.entries()) {
    // Access that is already within the next shorter period gets only that reminder.
    const span = { after: later(reminderDays[index - 1] ?? 0), until: later(days), days };
    for (const kind of kinds) await warn(context, kind, span, timeZone);
  }
}

async function warn(
  context: RequestContext,
  { folder, list }: (typeof kinds)[number],
  span: Pick<Span, "after" | "until" | "days">,
  timeZone: string,
): Promise<void> {
  for (let beyond: ExpiringAccess | undefined; ;) {
    const ending = await list(context, { ...span, beyond, limit: recipientsPerTransaction });
    const isLongEnough = ({ startedAt, expiresAt }: ExpiringAccess) =>
      addDays(timeZone, startedAt, span.days) <= expiresAt;
    const news = ending.filter(isLongEnough).map((access) => {
      const path = `/${folder}/${access.slug}`;
      const until = formatTime(access.expiresAt, timeZone);
      return { ...occasions.accessExpiring({ ...access, path }, span.days, until), memberId: access.memberId };
    });
    if (news.length > 0) {
      await context.db.transaction((db) => notifyMany({ ...context, db }, "access_expiring", news));
    }
    if (ending.length < recipientsPerTransaction) return;
    beyond = ending.at(-1);
  }
}
