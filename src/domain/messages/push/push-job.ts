import type { Context } from "#domain/platform/context.ts";
import { addJobs } from "#domain/platform/queue/add-job.ts";

/** For failures of the database. Those of push services make a job of their own. */
const maxAttempts = 6;

/**
 * Jobs of one queue run one after the other. Push services that do not respond must leave most workers to other jobs, and
 * devices that failed must not delay others.
 */
const queueCount = 2;
const queueOf = (memberId: string): string => `send_push ${Number.parseInt(memberId.slice(-1), 16) % queueCount}`;
const retries = "send_push again";

interface Pushed {
  id: string;
  memberId: string;
}

/** Sends notifications to the devices of their members after the commit. `delay` is in seconds. */
export const addPushJobs = ({ db, site }: Context, pushed: readonly Pushed[], delay = 0): Promise<void> =>
  addJobs(
    db,
    "send_push",
    pushed.map(({ id, memberId }) => ({ siteId: site.id, memberId, notificationId: id })),
    maxAttempts,
    { delay, queues: pushed.map(({ memberId }) => queueOf(memberId)) },
  );

/** Push services are busy for minutes at most. The inbox has the notification. */
const maxRetries = 5;

/** Sends a notification once more to devices that failed. Does nothing after the last attempt. */
export async function addPushRetry(
  { db, site }: Context,
  { id, memberId }: Pushed,
  { sessionIds, attempt }: { sessionIds: readonly string[]; attempt: number },
): Promise<void> {
  if (attempt > maxRetries) return;
  const payload = { siteId: site.id, memberId, notificationId: id, sessionIds, attempt };
  await addJobs(db, "send_push", [payload], maxAttempts, { delay: 10 * 3 ** (attempt - 1), queues: [retries] });
}
