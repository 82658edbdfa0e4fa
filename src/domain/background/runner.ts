import { setTimeout as delay } from "node:timers/promises";
import type { TaskList } from "graphile-worker";
import type pg from "pg";
import type { Database } from "#database/database.ts";
import type { ConnectionConfig } from "#database/servers/server-client.ts";
import type { Storage } from "#domain/platform/storage/storage.ts";
import type { PaymentSystem } from "#domain/sales/payments/payment-system.ts";
import type { PushSystem } from "#domain/messages/push/push-system.ts";
import type { WebhookSystem } from "#domain/webhooks/webhook-system.ts";
import type { JobLog } from "#domain/platform/queue/queue-log.ts";
import { backUpOnce, backupTask, type ScheduledBackup } from "#domain/transfer/backup/jobs/back-up.ts";
import { queueOldRows } from "#domain/background/old-rows/queue-old-rows.ts";
import { finalTime } from "#domain/platform/queue/final-time.ts";
import { openImportSlots } from "#domain/platform/jobs/import-slots.ts";
import { observeTasks } from "#domain/platform/queue/observe-tasks.ts";
import { openPool } from "#domain/platform/queue/queue-pool.ts";
import { memberTasks } from "#domain/background/member-tasks.ts";
import { notificationSchedule, notificationTasks } from "#domain/background/schedules/notification-tasks.ts";
import { maxClaimSeconds, openRelease } from "#domain/platform/queue/release-abandoned.ts";
import { retryStart } from "#domain/platform/queue/retry-start.ts";
import { type Periodic, type Scheduled, startSchedule } from "#domain/platform/queue/schedule.ts";
import { startWorker } from "#domain/platform/queue/start-worker.ts";
import type { Post } from "#domain/messages/mail/send-mail.ts";
import { correctDueTimes } from "#domain/webhooks/deliveries/correct-due-times.ts";
import { startWebhookPump } from "#domain/webhooks/pump.ts";

export interface JobRunner {
  /** Rejects if the queue does not respond. */
  check(): Promise<void>;
  stop(): Promise<void>;
}

interface JobOptions {
  db: Database;
  connection: ConnectionConfig;
  clock: () => Date;
  log: JobLog;
  /** Undefined: mail waits for a process that can deliver it. */
  post?: Post | undefined;
  /** Undefined: removal of released objects, and jobs that read files, wait for a process with storage. */
  storage?: Storage | undefined;
  push?: PushSystem | undefined;
  /** Undefined: webhooks wait for a process that can send them. */
  webhooks?: WebhookSystem | undefined;
  /** Undefined: refunds wait for a process that can reach providers. */
  payments?: PaymentSystem | undefined;
  /** Undefined: no scheduled backups. */
  backup?: ScheduledBackup | undefined;
  /** Leaves emails and webhooks in their queues, see `message-hold.ts`. */
  holdsMessages?: boolean;
  /** Milliseconds for which the bytes of deleted files stay in the storage, for a restore of the database to a time. */
  keepsReleasedFor?: number;
}

// Not retried: the next scheduled run does the remaining work.
export const schedule: readonly Periodic[] = [
  { task: "publish_due_posts", every: 1, maxAttempts: 1 },
  { task: "process_due_subscriptions", every: 1, maxAttempts: 1, isFinal: true },
  { task: "process_due_agreements", every: 1, maxAttempts: 1, isFinal: true },
  { task: "expire_orders", every: 1, maxAttempts: 1, isFinal: true },
  { task: "roll_up", every: 1, maxAttempts: 1 },
  { task: "update_statistics", every: 1, maxAttempts: 1 },
  { task: "end_enrollments", every: 5, maxAttempts: 1, isFinal: true },
  { task: "check_progress", every: 1, maxAttempts: 1, queue: "check_progress" },
  { task: "purge", every: 60, at: 7, isFinal: true },
  { task: "purge_guests", every: 60, at: 41, maxAttempts: 1 },
  { task: "reconcile_payments", every: 24 * 60, at: 18 * 60 + 40, maxAttempts: 1 },
  { task: "remove_released_objects", every: 10, isFinal: true },
  { task: "release_abandoned", every: 1 },
  ...notificationSchedule,
];

/**
 * Runs background jobs. The queue and the schedule live in the database, so that each job runs once, in any process.
 */
export async function startJobRunner({
  db,
  connection,
  clock,
  log,
  post,
  storage,
  webhooks,
  push,
  payments,
  backup,
  holdsMessages = false,
  keepsReleasedFor = 0,
}: JobOptions): Promise<JobRunner> {
  const stopping = new AbortController();
  const releaseAbandoned = openRelease(db);
  const release = async (options?: { isStart: boolean }) => {
    const released = await releaseAbandoned(options);
    if (released > 0) log.warn({ released }, "released jobs of a killed process");
  };
  const importSlots = openImportSlots(db.pool.options.max);
  // A separate pool, because jobs may be long, and the queue holds one connection to listen on.
  const pool = openPool(connection, log, stopping.signal);
  // The code of a task is loaded when the first one runs.
  const tasks: TaskList = {
    async publish_due_posts() {
      const { publishDuePosts } = await import("#domain/content/posts/jobs/publish-due-posts.ts");
      const published = await publishDuePosts(db, clock());
      if (published > 0) log.info({ published }, "emitted events for scheduled posts");
    },
    async process_due_subscriptions(_payload, { job }) {
      const { processAllDueSubscriptions } =
        await import("#domain/memberships/subscriptions/jobs/process-due-subscriptions.ts");
      const processed = await processAllDueSubscriptions(db, await finalTime(db, clock, job), post?.postbox);
      if (processed > 0) log.info({ processed }, "processed due subscriptions");
    },
    async process_due_agreements(_payload, { job }) {
      const { processDueAgreements } = await import("#domain/sales/billing/jobs/process-due-agreements.ts");
      const processed = await processDueAgreements(db, await finalTime(db, clock, job), post?.postbox);
      if (processed > 0) log.info({ processed }, "processed due recurring payments");
    },
    async expire_orders(_payload, { job }) {
      const { expireOrders } = await import("#domain/sales/checkout/jobs/expire-orders.ts");
      const expired = await expireOrders(db, await finalTime(db, clock, job), post?.postbox, payments);
      if (expired > 0) log.info({ expired }, "ended checkouts that were not paid in time");
    },
    ...(payments && {
      async send_agreement(payload: unknown) {
        const { sendAgreement } = await import("#domain/sales/billing/jobs/send-agreement.ts");
        await sendAgreement(db, payload, { payments, mail: post?.postbox, now: clock() });
      },
      async reconcile_payments() {
        const { reconcileAllPayments } = await import("#domain/sales/payments/jobs/reconcile-payments.ts");
        await reconcileAllPayments(db, { payments, mail: post?.postbox, now: clock() }, log);
      },
      async apply_waiting_events(payload: unknown) {
        const { applyWaitingEvents } = await import("#domain/sales/payments/jobs/apply-waiting-events.ts");
        await applyWaitingEvents(db, payload, { payments, mail: post?.postbox, now: clock() });
      },
      async reconcile_site(payload: unknown) {
        const { reconcileSite } = await import("#domain/sales/payments/jobs/reconcile-site.ts");
        await reconcileSite(db, payload, { payments, mail: post?.postbox, now: clock() }, log);
      },
      async refund_payment(payload: unknown) {
        const { refundPayment } = await import("#domain/sales/payments/jobs/refund-payment.ts");
        await refundPayment(db, payload, { payments, mail: post?.postbox, now: clock() });
      },
    }),
    async purge(_payload, { job }) {
      const { purge } = await import("#domain/background/schedules/purge.ts");
      log.info({ removed: await purge(db, await finalTime(db, clock, job)) }, "deleted expired data");
    },
    async purge_guests() {
      const { purgeGuests } = await import("#domain/sales/checkout/jobs/purge-guests.ts");
      const purged = await purgeGuests(db, clock());
      if (purged > 0) log.info({ purged }, "deleted guests who have never paid");
    },
    async end_enrollments(_payload, { job }) {
      const { endEnrollments } = await import("#domain/learning/enrollments/jobs/end-enrollments.ts");
      const expired = await endEnrollments(db, await finalTime(db, clock, job));
      if (expired > 0) log.info({ expired }, "ended expired enrollments");
    },
    async check_progress() {
      const { checkCompletion, checkProgress } = await import("#domain/learning/enrollments/jobs/check-progress.ts");
      const courses = await checkProgress(db, clock(), stopping.signal);
      if (courses > 0) log.info({ courses }, "checked the stored progress of enrollments");
      const run = { now: clock(), mail: post?.postbox };
      const completed = await checkCompletion(db, run, stopping.signal);
      if (completed > 0) log.info({ courses: completed }, "completed enrollments that meet the conditions");
    },
    async roll_up() {
      const { rollUp } = await import("#domain/analytics/jobs/roll-up.ts");
      const sites = await rollUp(db, clock(), { stopping: stopping.signal });
      if (sites > 0) log.info({ sites }, "aggregated analytics");
    },
    async update_statistics() {
      const { analyzeChanged } = await import("#database/analyze-changed.ts");
      const tables = await analyzeChanged(db);
      if (tables.length > 0) log.info({ tables }, "updated planner statistics");
    },
    async index_old_rows() {
      const { indexAgain } = await import("#domain/background/old-rows/index-again.ts");
      const { renderOldRows } = await import("#domain/background/old-rows/render-old-rows.ts");
      const indexed = await indexAgain(db);
      if (indexed > 0) log.info({ indexed }, "indexed rows for search by the current rules");
      const rendered = await renderOldRows(db);
      if (rendered > 0) log.info({ rendered }, "rendered Markdown of rows without stored HTML");
    },
    async release_abandoned() {
      await release();
    },
    ...(backup && { back_up: () => backUpOnce(db, backup, { log, stopping: stopping.signal }) }),
    ...memberTasks({ storage, db, clock, mail: post?.postbox }),
    ...notificationTasks({ storage, db, clock, log, push, mail: post?.postbox }),
    ...(storage && {
      async remove_released_objects(_payload, { job }) {
        const { removeReleasedObjects } = await import("#domain/files/files/jobs/remove-released-objects.ts");
        const removed = await removeReleasedObjects(
          db,
          storage.store,
          await finalTime(db, clock, job),
          keepsReleasedFor,
        );
        if (removed > 0) log.info({ removed }, "removed unreferenced files from storage");
      },
      async run_job(payload, { job }) {
        const { runJob } = await import("#domain/background/run-job.ts");
        const isLast = job.attempts >= maxFailures;
        const mail = post?.postbox;
        await runJob(payload, { db, storage, mail, clock, log, stopping: stopping.signal, isLast, importSlots });
      },
    }),
    ...(post &&
      !holdsMessages && {
        async send_mail(payload, { abortSignal: signal, job }) {
          const { sendMail } = await import("#domain/messages/mail/send-mail.ts");
          await sendMail(post, payload, { db, now: clock(), number: job.attempts, signal, log });
        },
      }),
  };
  const observed = observeTasks(tasks);
  const retry = retryStart(log);
  const runner = await retry(() => startWorker({ pool, tasks: observed, log })).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const onClockReset = () => correctDueTimes(db, clock());
  const scheduled: Scheduled[] = [...schedule, ...(backup ? [backupTask(backup)] : [])];
  const stopSchedule = startSchedule({ db, log, tasks: scheduled, onClockReset });
  const pump =
    webhooks && !holdsMessages && startWebhookPump({ db, clock, log, webhooks, storage, mail: post?.postbox });
  let lookingAgain: Promise<void> | undefined;
  const stop = async () => {
    stopping.abort();
    await stopSchedule();
    await lookingAgain;
    if (pump) await pump.stop();
    await runner.stop();
    await drain(pool);
    await pool.end();
  };
  try {
    // Frees the jobs of a killed predecessor without waiting for the schedule.
    await retry(() => release({ isStart: true }));
    lookingAgain = releaseLater(release, log, stopping.signal);
    await retry(() => queueOldRows(db));
    if (storage) await retry(() => removeLeftovers(db, log));
  } catch (error) {
    await stop();
    throw error;
  }
  const check = async () => void (await pool.query("select 1"));
  return { check, stop };
}

/** Repeats the release: jobs claimed just before the process was killed are within the grace period at first. */
async function releaseLater(release: () => Promise<void>, log: JobLog, signal: AbortSignal): Promise<void> {
  try {
    await delay((maxClaimSeconds + 1) * 1000, undefined, { signal, ref: false });
    await release();
  } catch (error) {
    if (!signal.aborted) log.warn({ err: error }, "could not check for jobs of a killed process");
  }
}

async function removeLeftovers(db: Database, log: JobLog): Promise<void> {
  const { removeStaleFolders } = await import("#domain/transfer/imports/stale-folders.ts");
  const removed = await removeStaleFolders(db);
  if (removed > 0) log.warn({ removed }, "removed temporary folders of a killed process");
}

/** Waits until the ends of the last jobs are recorded. The queue does not wait, and the jobs would stay locked. */
async function drain(pool: pg.Pool): Promise<void> {
  const deadline = performance.now() + maxDrainMs;
  const isBusy = () => pool.waitingCount > 0 || pool.idleCount < pool.totalCount;
  while (isBusy() && performance.now() < deadline) await delay(5);
}

const maxDrainMs = 5000;

/** Maximum number of failures, killed processes included, before a job fails permanently. */
const maxFailures = 8;
