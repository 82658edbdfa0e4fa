import type { Context } from "#domain/platform/context.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";

/** A provider that is down for a day does not go on charging afterwards. */
const maxAttempts = 20;

/** Queues the call that tells the provider about the state of an agreement. */
export const queueChanges = ({ db, site }: Context, agreementId: string): Promise<void> =>
  addJob(db, "send_agreement", { siteId: site.id, agreementId }, maxAttempts);
