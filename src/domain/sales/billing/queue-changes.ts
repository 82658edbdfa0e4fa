import type { Context } from "#domain/platform/context.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";

/** Repeats the call for days, so that an outage does not leave a canceled subscription charged. */
const maxAttempts = 20;

/** Queues the call that tells the provider about the state of an agreement. */
export const queueChanges = ({ db, site }: Context, agreementId: string): Promise<void> =>
  addJob(db, "send_agreement", { siteId: site.id, agreementId }, maxAttempts);
