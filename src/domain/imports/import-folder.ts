import { recordAudit } from "#domain/audit/record-audit.ts";
import type { Context, RequestContext } from "#domain/context.ts";
import type { JobRow } from "#domain/jobs/job-work.ts";
import { orConflict } from "#domain/or-conflict.ts";
import { Problem } from "#domain/problem.ts";
import { type ImportFormatName, importFormats } from "./formats.ts";
import { onImportConnection } from "./import-connection.ts";
import type { ImportFormat } from "./import-format.ts";

interface ImportCounts {
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
}

export interface ImportOutcome {
  counts: ImportCounts;
  /** Row by row: what it is called, and what is wrong with it. */
  failures: { name: string; detail: string }[];
}

/**
 * Imports a folder at once, without a job: a command waits for it. Every chunk is a transaction of its own: an import
 * that was interrupted leaves what it had written, and the next one finds that as it should be and goes on.
 */
export function importFolder(
  context: RequestContext,
  name: ImportFormatName,
  folder: string,
  onProgress: (part: number) => void = () => {},
): Promise<ImportOutcome> {
  const format: ImportFormat = importFormats[name];
  return onImportConnection(context, "importCourses", async () => {
    const { total, rows } = await format.read(folder);
    const outcome: ImportOutcome = { counts: { created: 0, updated: 0, unchanged: 0, failed: 0 }, failures: [] };
    let done = 0;
    const finish = async (chunk: JobRow[]) => {
      await runRows(context, chunk.splice(0), outcome);
      onProgress(total === null || total === 0 ? 0 : done / total);
    };
    const chunk: JobRow[] = [];
    for await (const row of rows) {
      chunk.push(row);
      done++;
      if (chunk.length === format.chunkSize) await finish(chunk);
    }
    if (chunk.length > 0) await finish(chunk);
    const details = { format: name, ...outcome.counts };
    await recordAudit(context, "importCourses", { resourceType: "course", details });
    return outcome;
  });
}

async function runRows(context: RequestContext, rows: readonly JobRow[], { counts, failures }: ImportOutcome) {
  const ready: JobRow[] = [];
  const fail = (row: JobRow, error: unknown): void => {
    if (!(error instanceof Problem)) throw error;
    counts.failed++;
    failures.push({ name: row.name, detail: error.message });
  };
  for (const row of rows) {
    try {
      await row.prepare?.(context);
      ready.push(row);
    } catch (error) {
      fail(row, error);
    }
  }
  await context.db.transaction(async (db) => {
    for (const row of ready) {
      try {
        counts[await attempt({ ...context, db }, row)]++;
      } catch (error) {
        fail(row, error);
      }
    }
  });
}

const attempt = (context: Context, row: JobRow) => context.db.attempt((db) => orConflict(row.run({ ...context, db })));
