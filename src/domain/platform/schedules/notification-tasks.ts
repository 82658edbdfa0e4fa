import type { TaskList } from "graphile-worker";
import type { Database } from "#database/database.ts";
import type { Postbox } from "#domain/engagement/mail/postbox.ts";
import { warnOfAllExpiry } from "#domain/engagement/notifications/jobs/warn-of-all-expiry.ts";
import type { JobLog } from "#domain/platform/queue/queue-log.ts";
import type { Periodic } from "#domain/platform/queue/schedule.ts";
import { remindOfEvents } from "#domain/events/events/jobs/remind-of-events.ts";
import { expireOffers } from "#domain/events/event-registrations/jobs/expire-offers.ts";
import { sendAnnouncement } from "#domain/engagement/notifications/jobs/send-announcement.ts";
import { notifyOfAllOpenings } from "#domain/catalog/curriculum/jobs/notify-of-openings.ts";
import { notifyOfSoonEvents } from "#domain/events/events/jobs/notify-of-soon-events.ts";

interface NotificationJobs {
  db: Database;
  clock: () => Date;
  log: JobLog;
  /** Undefined: members are notified in their inbox only. */
  mail: Postbox | undefined;
}

// Not retried: the next scheduled run does the remaining work.
export const notificationSchedule: readonly Periodic[] = [
  { task: "remind_of_events", every: 1, maxAttempts: 1 },
  { task: "expire_seat_offers", every: 1, maxAttempts: 1 },
  { task: "notify_of_openings", every: 5, maxAttempts: 1 },
  { task: "notify_of_soon_events", every: 5, maxAttempts: 1 },
  { task: "warn_of_expiry", every: 60, at: 22, maxAttempts: 1 },
];

/** Tasks that notify many members, queued and scheduled. */
export const notificationTasks = ({ db, clock, log, mail }: NotificationJobs): TaskList => ({
  tell_notice: (payload) => sendAnnouncement(db, payload, clock(), mail),
  async remind_of_events() {
    const reminded = await remindOfEvents(db, clock());
    if (reminded > 0) log.info({ reminded }, "reminded of events");
  },
  async expire_seat_offers() {
    const expired = await expireOffers(db, clock(), mail);
    if (expired > 0) log.info({ expired }, "ended offers of seats that were not paid in time");
  },
  async notify_of_openings() {
    const openings = await notifyOfAllOpenings(db, clock(), mail);
    if (openings > 0) log.info({ openings }, "announced lectures that schedules have opened");
  },
  notify_of_soon_events: () => notifyOfSoonEvents(db, clock()),
  async warn_of_expiry() {
    await warnOfAllExpiry({ db, caller: { kind: "system" }, now: clock(), requestId: null, address: null, mail });
  },
});
