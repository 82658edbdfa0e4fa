import { memberOf } from "#access/caller.ts";
import type { Scope } from "#access/scopes.ts";
import type { Context } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { mustExist } from "#domain/platform/must-exist.ts";
import { addJob } from "#domain/platform/queue/add-job.ts";
import type { JobRecord } from "./job.ts";
import { findJob, insertJob, type NewJob } from "./job-queries.ts";

type JobInput = Omit<NewJob, "id" | "scopes"> & {
  /** Scopes that the job needs while it runs. It acts with the rights of the member who starts it. */
  scopes: readonly Scope[];
};

/** Creates and queues a job inside the transaction of the request, so that both exist or neither. */
export async function startJob(context: Context, { scopes, ...requested }: JobInput): Promise<JobRecord> {
  const { caller, requestId, address, now, site } = context;
  const id = newId();
  const by = {
    memberId: memberOf(caller),
    clientId: caller.kind === "token" ? caller.clientId : null,
    grantId: caller.kind === "token" ? caller.grantId : null,
  };
  await insertJob(context, { ...requested, id, ...by, scopes: [...scopes], requestId, address }, now);
  await queueJob(context, id);
  return mustExist(findJob({ db: context.db, site }, id));
}

/** One queue per site, so that no site blocks the others. */
export const queueJob = (
  { db, site }: Pick<Context, "db" | "site">,
  jobId: string,
  { delay = 0 } = {},
): Promise<void> => addJob(db, "run_job", { siteId: site.id, jobId }, 25, { queue: `jobs of ${site.id}`, delay });
