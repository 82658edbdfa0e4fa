import type { Context } from "#domain/platform/context.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";

/** Push services are busy for minutes at most. The inbox has the notification. */
const maxAttempts = 6;

interface Pushed {
  id: string;
  memberId: string;
}

/** Sends a notification to the devices of its member after the commit. */
export const addPushJob = ({ db, site }: Context, { id, memberId }: Pushed, delay = 0): Promise<void> =>
  addJob(db, "send_push", { siteId: site.id, memberId, notificationId: id }, maxAttempts, { delay });
