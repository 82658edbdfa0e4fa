import { analyzeChanged, analyzeRegularly } from "#database/analyze-changed.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { importRows, prepareRows, warningsOf } from "#domain/platform/jobs/import-rows.ts";
import type { Warning } from "#domain/platform/jobs/job.ts";
import { countedAs, type JobRow } from "#domain/platform/jobs/job-work.ts";
import { Problem } from "#domain/platform/problem.ts";
import { findTimeZone } from "#domain/platform/site/time-zone.ts";
import { zip } from "#lib/zip/zip.ts";
import { onImportConnection } from "./import-connection.ts";
import { type ImportRequest, type ImportWork, openImport } from "./open-import.ts";

interface ImportCounts {
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
}

export interface ImportOutcome {
  counts: ImportCounts;
  /** Failed rows with their errors; at most the first 10,000. */
  failures: { name: string; detail: string }[];
  /** Skipped parts of imported rows, with location and reason; at most the first 10,000. */
  warnings: Warning[];
}

/** More than a person reads. */
const maxReported = 10_000;

/**
 * Imports synchronously, for a command. Each chunk has its own transaction: an interrupted import keeps its committed
 * chunks, and a repeated one finds them unchanged and continues. `source`: a folder, or a file of rows.
 */
export function importNow(
  context: RequestContext,
  requested: ImportRequest,
  source: string,
  onProgress: (part: number) => void = () => {},
): Promise<ImportOutcome> {
  return onImportConnection(context, "resource" in requested ? requested.resource : "courses", async () => {
    const timeZone = await findTimeZone(context);
    const work = await openImport(requested, source, { dryRun: context.dryRun ?? false, timeZone });
    const outcome: ImportOutcome = {
      counts: { created: 0, updated: 0, unchanged: 0, failed: 0 },
      failures: [],
      warnings: [],
    };
    let done = 0;
    const began = performance.now();
    const analyze = analyzeRegularly(context.db);
    const finish = async (chunk: JobRow[]) => {
      done += chunk.length;
      // Each chunk has its own timestamp, so that clients that synchronize by time also see chunks committed after
      // their last request.
      const now = new Date(context.now.getTime() + performance.now() - began);
      await runRows({ ...context, now }, work, chunk.splice(0), outcome);
      await analyze();
      onProgress(work.total === null || work.total === 0 ? 0 : Math.min(1, done / work.total));
    };
    const chunk: JobRow[] = [];
    for await (const row of work.rows) {
      chunk.push(row);
      if (chunk.length === work.chunkSize) await finish(chunk);
    }
    if (chunk.length > 0) await finish(chunk);
    const { format } = requested;
    const what = "resource" in requested ? { resource: requested.resource } : {};
    const details = { format, ...what, dryRun: context.dryRun ?? false, ...outcome.counts };
    await recordAudit(context, "resource" in requested ? "importRecords" : "importCourses", {
      resourceType: "job",
      details,
    });
    await analyzeChanged(context.db);
    return outcome;
  });
}

async function runRows(
  context: RequestContext,
  work: ImportWork,
  rows: readonly JobRow[],
  { counts, failures, warnings }: ImportOutcome,
): Promise<void> {
  const prepared = await prepareRows(context, rows);
  const outcomes = await context.db.transaction((db) => importRows({ ...context, db }, work, prepared));
  for (const [row, result] of zip(rows, outcomes)) {
    if (warnings.length < maxReported) warnings.push(...warningsOf(row, result));
    if (!(result instanceof Problem)) counts[countedAs(result)]++;
    else {
      counts.failed++;
      if (failures.length < maxReported) failures.push({ name: row.name, detail: errorText(result) });
    }
  }
}

/** All errors, with their fields unless the message names them. */
const errorText = ({ message, details: { errors } }: Problem): string =>
  errors && errors.every(({ pointer }) => pointer !== "" && !message.includes(pointer))
    ? errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join(" ")
    : message;
