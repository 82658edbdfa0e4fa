import type { SiteScope } from "#domain/platform/context.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";

const maxAttempts = 25;

/** Queues the job that settles the roles of all members of a directory. Of a directory, one job runs and one waits. */
export function queueSettling({ db, site }: SiteScope, keyId: string): Promise<void> {
  const name = `roles of directory ${site.id} ${keyId}`;
  return addJob(db, "settle_directory_roles", { siteId: site.id, keyId }, maxAttempts, { queue: name, key: name });
}
