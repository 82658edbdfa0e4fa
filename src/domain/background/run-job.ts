import * as z from "zod";
import { analyzeChanged, analyzeRegularly } from "#database/analyze-changed.ts";
import type { Database, Queries } from "#database/database.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import type { Storage } from "#domain/platform/storage/storage.ts";
import type { Postbox } from "#domain/messages/mail/postbox.ts";
import { Problem } from "#domain/platform/problem.ts";
import { findSite } from "#domain/platform/site/queries.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { callerOfJob } from "#domain/platform/jobs/caller-of-job.ts";
import { finishJob } from "#domain/platform/jobs/finish-job.ts";
import type { ImportSlot, ImportSlots } from "#domain/platform/jobs/import-slots.ts";
import { isUnderWay, type JobRecord, type JobKindName } from "#domain/platform/jobs/job.ts";
import type { JobLog } from "#domain/platform/queue/queue-log.ts";
import { findJob, hasEarlierImport, lockJob, updateJob } from "#domain/platform/jobs/job-queries.ts";
import type { JobMaking, JobRow, JobWork, JobKind } from "#domain/platform/jobs/job-work.ts";
import { openJobLock } from "#domain/platform/queue/open-job-lock.ts";
import { runChunk } from "#domain/platform/jobs/run-chunk.ts";
import { runPiece } from "#domain/platform/jobs/run-piece.ts";
import { queueJob } from "#domain/platform/jobs/start-job.ts";
import { couponGenerationKind } from "#domain/offers/coupons/generation-kind.ts";
import { exportKind } from "#domain/transfer/exports/export-kind.ts";
import { importKind } from "#domain/transfer/imports/import-kind.ts";
import { erasureKind } from "#domain/privacy/erasure-kind.ts";
import { memberExportKind } from "#domain/privacy/export-kind.ts";

interface RunOptions {
  db: Database;
  storage: Storage;
  /** Undefined: no emails are sent or withdrawn. */
  mail?: Postbox | undefined;
  clock: () => Date;
  log: JobLog;
  /** Aborted when the process shuts down; another process continues the job. */
  stopping: AbortSignal;
  /** True if an unexpected failure is final, because no attempts are left. */
  isLast: boolean;
  /** Default: imports are not limited. */
  importSlots?: ImportSlots;
}

/** Thrown when another process is running the job. */
export class JobInHand extends Error {
  constructor() {
    super("Another process is running this job.");
    this.name = "JobInHand";
  }
}

const Payload = z.object({ siteId: z.string(), jobId: z.string() });

/**
 * Runs a job from its last committed position. Each chunk commits together with its row count, so that the next
 * process continues after a crash with the next chunk.
 */
export async function runJob(payload: unknown, options: RunOptions): Promise<void> {
  const { siteId, jobId } = Payload.parse(payload);
  const { db } = options;
  const site = await findSite(db, siteId);
  if (!site) return;
  const waiting = await findJob({ db, site }, jobId);
  if (!waiting || !isUnderWay(waiting)) return;
  const isLimited = waiting.kind === "import" && options.importSlots !== undefined;
  using slot = isLimited ? options.importSlots?.take() : undefined;
  // A later import may need what an earlier one brings.
  const isNext = !isLimited || (slot !== undefined && !(await hasEarlierImport({ db, site }, waiting)));
  if (!isNext) return queueJob({ db, site }, jobId, { delay: secondsUntilNextSlot });
  await using line = await openJobLock(db, jobId);
  if (!line) throw new JobInHand();
  const job = await db.transaction((inside) => claimJob({ db: inside, site }, jobId, options.clock()));
  if (!job) return;
  try {
    await work(job, site, { ...options, slot });
    await analyzeChanged(db);
  } catch (error) {
    const failure = error instanceof Problem ? error : undefined;
    if (!failure && !options.isLast) throw error;
    if (!failure) options.log.error({ err: error, job: jobId }, "a job failed permanently");
    const { code, message } = failure ?? unexpected;
    await db.transaction(async (inside) => {
      const current = await lockJob({ db: inside, site }, jobId);
      if (!current || current.attempt !== job.attempt || !isUnderWay(current)) return;
      const { requestId, address } = current;
      const context = {
        db: inside,
        site,
        caller: { kind: "system" } as const,
        now: options.clock(),
        requestId,
        address,
      };
      await finishJob(context, current, "failed", { code, detail: message });
    });
  }
}

/** Imports take from seconds to hours. */
const secondsUntilNextSlot = 5;

const unexpected = {
  code: "internal_error",
  message: "The job failed repeatedly with an internal error. Completed work is kept. Contact the server operator.",
};

/** Claims the job for this run. Returns undefined if it has ended. */
async function claimJob(scope: { db: Queries; site: Site }, jobId: string, now: Date): Promise<JobRecord | undefined> {
  const job = await lockJob(scope, jobId);
  if (!job || !isUnderWay(job)) return undefined;
  const changes = { status: "running" as const, attempt: job.attempt + 1, startedAt: job.startedAt ?? now };
  await updateJob(scope, jobId, changes, now);
  return { ...job, ...changes };
}

interface TurnOptions extends RunOptions {
  /** Undefined: the job keeps its connection until it ends. */
  slot: ImportSlot | undefined;
}

async function work(job: JobRecord, site: Site, options: TurnOptions): Promise<void> {
  const context = await contextOf(job, site, options);
  await using opened = await jobKindOf(job).open(context, job);
  // Awaited here, because `opened` is disposed when this function returns.
  if ("next" in opened) await producePieces(job, site, opened, options);
  else await processQueue(job, site, opened, options);
}

/** Produces pieces, each with the caller's rights at that time. */
async function producePieces(job: JobRecord, site: Site, making: JobMaking, options: TurnOptions): Promise<void> {
  if (making.restarts && job.processed > 0)
    await updateJob({ db: options.db, site }, job.id, { processed: 0, unchanged: 0 }, options.clock());
  for (;;) {
    const context = await contextOf(job, site, options);
    const goesOn = await runPiece(context, job, making.total, await making.next(context));
    if (!goesOn) return;
    if (options.stopping.aborted) return queueJob({ db: options.db, site }, job.id);
    if (options.slot?.hasHadTurn() === true && making.restarts !== true) return endTurn(job, site, options);
  }
}

/** The imports that wait ask for the slot before this one does. */
const endTurn = ({ id }: JobRecord, site: Site, { db }: TurnOptions): Promise<void> =>
  queueJob({ db, site }, id, { delay: 2 * secondsUntilNextSlot });

async function processQueue(job: JobRecord, site: Site, opened: JobWork, options: TurnOptions): Promise<void> {
  const rows = opened.rows[Symbol.asyncIterator]();
  for (let number = 0; number < job.processed; number++) await rows.next();

  const analyze = analyzeRegularly(options.db);
  let first = job.processed + 1;
  for (let isDone = false; !isDone;) {
    const chunk: JobRow[] = [];
    while (chunk.length < opened.chunkSize && !isDone) {
      const next = await rows.next();
      if (next.done) isDone = true;
      else chunk.push(next.value);
    }
    // Rights revoked during the run take effect with the next chunk.
    const continues = await runChunk(await contextOf(job, site, options), job, {
      work: opened,
      rows: chunk,
      first,
      isLast: isDone,
      total: opened.total,
    });
    if (!continues) return;
    await analyze();
    first += chunk.length;
    if (options.stopping.aborted && !isDone) return queueJob({ db: options.db, site }, job.id);
    if (options.slot?.hasHadTurn() === true && !isDone) return endTurn(job, site, options);
  }
}

/** Builds the context with the current rights of the member who started the job. */
async function contextOf(job: JobRecord, site: Site, options: RunOptions): Promise<RequestContext> {
  const { db, storage, mail, clock } = options;
  const { requestId, dryRun } = job;
  const caller = await callerOfJob({ db, site }, job);
  const address = caller.kind === "system" ? null : job.address;
  return { db, site, caller, now: clock(), requestId, address, storage, mail, dryRun };
}

const jobKinds: Partial<Record<JobKindName, JobKind>> = {
  import: importKind,
  export: exportKind,
  member_export: memberExportKind,
  member_erasure: erasureKind,
  coupon_generation: couponGenerationKind,
};

function jobKindOf({ kind }: JobRecord): JobKind {
  const jobKind = jobKinds[kind];
  if (!jobKind) throw new Problem("invalid_request", `This server does not support jobs of the kind ${kind}.`);
  return jobKind;
}
