import type { Context } from "#domain/platform/context.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";

/** Maximum attempts of a batch. */
const maxAttempts = 25;

/** Queues the next batch of a message, at a time or as soon as possible. */
export function addMessageJob({ db, site, now }: Context, messageId: string, at: Date | null): Promise<void> {
  const delay = at === null ? 0 : Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000));
  return addJob(db, "send_message", { siteId: site.id, messageId }, maxAttempts, { delay });
}
