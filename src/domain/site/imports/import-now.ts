import { analyzeChanged } from "#database/analyze-changed.ts";
import { recordAudit } from "#domain/platform/audit/record-audit.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { importRows, prepareRows, warningsOf } from "#domain/platform/jobs/import-rows.ts";
import type { Warning } from "#domain/platform/jobs/job.ts";
import { countedAs, type JobRow } from "#domain/platform/jobs/job-work.ts";
import { Problem } from "#domain/platform/problem.ts";
import { onImportConnection } from "./import-connection.ts";
import { type ImportAsked, type ImportWork, openImport } from "./open-import.ts";

interface ImportCounts {
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
}

export interface ImportOutcome {
  counts: ImportCounts;
  /** Row by row: what it is called, and what is wrong with it; the first 10,000 of them. */
  failures: { name: string; detail: string }[];
  /** What of rows that were done was left out: where in the source, and why; of the first 10,000 of them. */
  warnings: Warning[];
}

/** More than anybody reads. */
const mostTold = 10_000;

/**
 * Imports at once, without a job: a command waits for it. Every chunk is a transaction of its own: an import that was
 * interrupted leaves what it had written, and the next one finds that as it should be and goes on. `source`: a folder,
 * or a file of rows.
 */
export function importNow(
  context: RequestContext,
  requested: ImportAsked,
  source: string,
  onProgress: (part: number) => void = () => {},
): Promise<ImportOutcome> {
  return onImportConnection(context, "resource" in requested ? requested.resource : "courses", async () => {
    const work = await openImport(requested, source, { dryRun: context.dryRun ?? false });
    const outcome: ImportOutcome = {
      counts: { created: 0, updated: 0, unchanged: 0, failed: 0 },
      failures: [],
      warnings: [],
    };
    let done = 0;
    const began = performance.now();
    const finish = async (chunk: JobRow[]) => {
      done += chunk.length;
      // Each chunk is of its own moment: who asks what changed since they last asked hears of those that came after that.
      const now = new Date(context.now.getTime() + performance.now() - began);
      await runRows({ ...context, now }, work, chunk.splice(0), outcome);
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
  for (const [index, result] of outcomes.entries()) {
    if (warnings.length < mostTold) warnings.push(...warningsOf(rows[index]!, result));
    if (!(result instanceof Problem)) counts[countedAs(result)]++;
    else {
      counts.failed++;
      if (failures.length < mostTold) failures.push({ name: rows[index]!.name, detail: said(result) });
    }
  }
}

/** All that is wrong, each with its field where there is one that the message does not name. */
const said = ({ message, details: { errors } }: Problem): string =>
  errors && errors.every(({ pointer }) => pointer !== "" && !message.includes(pointer))
    ? errors.map(({ pointer, detail }) => `${pointer}: ${detail}`).join(" ")
    : message;
