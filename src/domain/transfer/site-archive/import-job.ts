import type { Readable } from "node:stream";
import { readObject } from "#domain/platform/storage/objects.ts";
import { findFile } from "#domain/files/files/queries.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import type { JobRecord } from "#domain/platform/jobs/job.ts";
import type { JobMaking, JobPiece } from "#domain/platform/jobs/job-work.ts";
import { Problem } from "#domain/platform/problem.ts";
import { UnusableArchive } from "#lib/archive/unusable-archive.ts";
import { importSite } from "./import-site.ts";
import { JobProgress } from "./job-progress.ts";
import { openSiteArchive, type SiteArchive } from "./open-site-archive.ts";
import { asOperator, requireOwner } from "./owner-only.ts";
import type { ImportCounts, SiteImport } from "./site-import.ts";

/**
 * The import of a whole site as a job: what `lectern import site` does, from an uploaded archive. `folder`: an empty
 * folder for working files. A retried job continues: it finds what exists.
 */
export async function openSiteImport(context: RequestContext, job: JobRecord, folder: string): Promise<JobMaking> {
  requireOwner(context);
  const archive = await usable(() => openSiteArchive(() => bytesOf(context, job), folder));
  return new SiteImportMaking(archive, folder);
}

async function bytesOf(context: RequestContext, { fileId }: JobRecord): Promise<Readable> {
  const file = fileId === null ? undefined : await findFile(context, fileId);
  if (!file) throw new Problem("not_found", "The uploaded file of this import was deleted.");
  return readObject(context, file.objectId);
}

async function usable<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnusableArchive)) throw error;
    throw new Problem("invalid_request", `The archive cannot be imported. ${error.message}`);
  }
}

class SiteImportMaking implements JobMaking {
  readonly total: number;
  readonly restarts = true;
  readonly #archive: SiteArchive;
  readonly #folder: string;
  readonly #progress = new JobProgress();
  readonly #canceled = new AbortController();
  #task: Promise<SiteImport> | undefined;
  #run: SiteImport | undefined;
  #reported = { rows: 0, created: 0 };
  #created = 0;

  constructor(archive: SiteArchive, folder: string) {
    this.#archive = archive;
    this.#folder = folder;
    this.total = Object.values(archive.manifest.counts).reduce((sum, count) => sum + count, 0);
  }

  async next(context: RequestContext): Promise<JobPiece> {
    requireOwner(context);
    this.#task ??= usable(() => this.#import(context)).then((run) => (this.#run = run));
    this.#task.catch(() => {});
    await this.#progress.take(this.#task);
    const run = this.#run;
    const rows = this.#reported.rows;
    const created = this.#reported.created - this.#created;
    this.#created += created;
    this.#reported.rows = 0;
    if (!run) return { rows, created, isLast: false };
    const failed = sumOf(run, "failed") + sumOf(run, "conflicts");
    return { rows, created, failed, isLast: true, results: resultsOf(run) };
  }

  #import(context: RequestContext): Promise<SiteImport> {
    let reportedCount = 0;
    const onRows = (run: SiteImport) => {
      const all = sumOf(run, "created") + sumOf(run, "unchanged") + sumOf(run, "failed") + sumOf(run, "conflicts");
      this.#reported = { rows: this.#reported.rows + all - reportedCount, created: sumOf(run, "created") };
      reportedCount = all;
      this.#progress.report(0);
    };
    const { signal } = this.#canceled;
    return importSite(asOperator(context), this.#archive, this.#folder, { onStep: onRows, onRows, signal });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#canceled.abort();
    await this.#task?.catch(() => {});
  }
}

const sumOf = ({ counts }: SiteImport, outcome: keyof ImportCounts): number =>
  Object.values(counts).reduce((sum, one) => sum + one[outcome], 0);

/** Rows that failed or differ, and rows that were imported otherwise than the archive has them. */
const resultsOf = ({ reported }: SiteImport): NonNullable<JobPiece["results"]> =>
  reported.map(({ name, detail, code }, index) => ({
    id: newId(),
    rowNumber: index + 1,
    name,
    error: code === null ? null : { code, detail },
    warnings: code === null ? [{ place: name, detail }] : null,
    made: null,
  }));
