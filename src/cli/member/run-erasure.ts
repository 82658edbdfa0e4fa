import { setTimeout as delay } from "node:timers/promises";
import type { RequestContext } from "#domain/platform/context.ts";
import { isUnderWay, type JobRecord } from "#domain/platform/jobs/job.ts";
import { findJob } from "#domain/platform/jobs/job-queries.ts";
import { JobInHand, runJob } from "#domain/background/run-job.ts";
import { mustExist } from "#domain/platform/must-exist.ts";

type Tools = Pick<Parameters<typeof runJob>[1], "storage" | "mail">;

const never = new AbortController().signal;
const silent = { info() {}, warn() {}, error() {} };

/** Runs the job of an erasure here, or waits for a server with the same database that claimed it first. */
export async function runErasure(context: RequestContext, jobId: string, tools: Tools): Promise<JobRecord> {
  const running = { db: context.db, ...tools, clock: () => new Date(), log: silent, stopping: never, isLast: false };
  for (;;) {
    await runJob({ siteId: context.site.id, jobId }, running).catch((error: unknown) => {
      if (!(error instanceof JobInHand)) throw error;
    });
    const job = await mustExist(findJob(context, jobId));
    if (!isUnderWay(job)) return job;
    await delay(200);
  }
}
