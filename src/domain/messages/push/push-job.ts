import type { Context } from "#domain/platform/context.ts";
import { addJobs } from "#domain/platform/queue/add-job.ts";

/** Push services are busy for minutes at most. The inbox has the notification. */
const maxAttempts = 6;

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
    { delay },
  );
