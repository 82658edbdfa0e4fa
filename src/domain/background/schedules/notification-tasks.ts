import type { TaskList } from "graphile-worker";
import type { Database } from "#database/database.ts";
import type { Storage } from "#domain/platform/storage/storage.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";
import type { PushSystem } from "#domain/messages/push/push-system.ts";
import type { JobLog } from "#domain/platform/queue/queue-log.ts";
import { finalTime } from "#domain/platform/queue/final-time.ts";
import type { Periodic } from "#domain/platform/queue/schedule.ts";

interface NotificationJobs {
  db: Database;
  clock: () => Date;
  log: JobLog;
  /** Undefined: members are notified in their inbox only. */
  mail: Postbox | undefined;
  /** Undefined: devices show nothing. */
  push: PushSystem | undefined;
  /** Has the key of links. Undefined: gifts wait for a process with storage. */
  storage: Storage | undefined;
}

// Not retried: the next scheduled run does the remaining work.
export const notificationSchedule: readonly Periodic[] = [
  { task: "remind_of_events", every: 1, maxAttempts: 1 },
  { task: "expire_seat_offers", every: 1, maxAttempts: 1, isFinal: true },
  { task: "deliver_gifts", every: 1, maxAttempts: 1 },
  { task: "notify_of_openings", every: 5, maxAttempts: 1 },
  { task: "notify_of_soon_events", every: 5, maxAttempts: 1 },
  { task: "remind_learners", every: 60, at: 12, maxAttempts: 1 },
  { task: "warn_of_expiry", every: 60, at: 22, maxAttempts: 1 },
];

/** Tasks that notify many members, queued and scheduled. */
export const notificationTasks = ({ db, clock, log, mail, push, storage }: NotificationJobs): TaskList => ({
  async tell_notice(payload) {
    const { sendAnnouncement } = await import("#domain/messages/notifications/jobs/send-announcement.ts");
    await sendAnnouncement(db, payload, clock(), mail);
  },
  async send_message(payload) {
    const { sendMessage } = await import("#domain/people/messages/jobs/send-message.ts");
    await sendMessage(db, payload, clock(), mail);
  },
  async send_push(payload) {
    const { sendPush } = await import("#domain/messages/push/send-push.ts");
    await sendPush(db, payload, { now: clock(), push, log });
  },
  async remind_of_events() {
    const { remindOfEvents } = await import("#domain/events/events/jobs/remind-of-events.ts");
    const reminded = await remindOfEvents(db, clock());
    if (reminded > 0) log.info({ reminded }, "reminded of events");
  },
  async expire_seat_offers(_payload, { job }) {
    const { expireOffers } = await import("#domain/events/event-registrations/jobs/expire-offers.ts");
    const expired = await expireOffers(db, await finalTime(db, clock, job), mail);
    if (expired > 0) log.info({ expired }, "ended offers of seats that were not paid in time");
  },
  async deliver_gifts() {
    if (!mail || !storage) return;
    const { deliverGifts } = await import("#domain/sales/vouchers/jobs/deliver-gifts.ts");
    const delivered = await deliverGifts(db, clock(), { mail, storage });
    if (delivered > 0) log.info({ delivered }, "sent gifts");
  },
  async notify_of_openings() {
    const { notifyOfAllOpenings } = await import("#domain/catalog/curriculum/jobs/notify-of-openings.ts");
    const openings = await notifyOfAllOpenings(db, clock(), mail);
    if (openings > 0) log.info({ openings }, "announced lectures that schedules have opened");
  },
  async notify_of_soon_events() {
    const { notifyOfSoonEvents } = await import("#domain/events/events/jobs/notify-of-soon-events.ts");
    await notifyOfSoonEvents(db, clock());
  },
  async remind_learners() {
    const { remindLearners } = await import("#domain/learning/reminders/jobs/remind-learners.ts");
    await remindLearners(db, clock(), mail);
  },
  async warn_of_expiry() {
    const { warnOfAllExpiry } = await import("#domain/messages/notifications/jobs/warn-of-all-expiry.ts");
    await warnOfAllExpiry({ db, caller: { kind: "system" }, now: clock(), requestId: null, address: null, mail });
  },
});
