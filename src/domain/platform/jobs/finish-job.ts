import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { Context } from "#domain/platform/context.ts";
import { releaseObjects } from "#domain/platform/storage/objects.ts";
import { formatId } from "#domain/platform/ids.ts";
import { recordEvent } from "#domain/platform/outbox/record-event.ts";
import type { JobRecord, JobStatus } from "./job.ts";
import { dropPieces } from "./job-pieces.ts";
import { updateJob } from "./job-queries.ts";

/**
 * Ends a job inside the transaction of its last change. Drops its input file, its result pieces, and its options,
 * which may contain personal data.
 */
export async function finishJob(
  context: Context,
  job: JobRecord,
  status: Exclude<JobStatus, "queued" | "running">,
  error: JobRecord["error"] = null,
): Promise<void> {
  const { now } = context;
  const { kind, format, dryRun, processed, created, updated, unchanged, failed, warned } = job;
  const counts = { processed, created, updated, unchanged, failed, warned };
  await updateJob(
    context,
    job.id,
    { status, error, finishedAt: now, objectId: null, options: remainingOptions(job) },
    now,
  );
  if (job.objectId !== null) await releaseObjects(context, [job.objectId], now);
  await dropPieces(context, job.id, now);
  const id = formatId("job", job.id);
  await recordAudit(context, "finishJob", {
    resourceType: "job",
    resourceId: id,
    details: { kind, format, status, dryRun, ...counts },
  });
  const data = { id, object: "job", kind, format, status, dry_run: dryRun, progress: counts };
  await recordEvent(context, { type: "job.completed", objectId: id, data });
}

/** Keeps only the resource names; other options may contain personal data. */
const remainingOptions = ({ options: { resource, resources } }: JobRecord) => ({
  ...(resource !== undefined && { resource }),
  ...(resources !== undefined && { resources }),
});

/** Derives the final status of a job from its row counts. */
export function outcomeOf({
  processed,
  failed,
}: Pick<JobRecord, "processed" | "failed">): JobStatus & ("succeeded" | "partially_succeeded" | "failed") {
  if (failed === 0) return "succeeded";
  return failed === processed ? "failed" : "partially_succeeded";
}
