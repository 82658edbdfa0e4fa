import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { storeObject } from "#domain/platform/storage/objects.ts";
import { maxUploadBytes } from "#domain/files/files/uploads/upload.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { keepResult } from "#domain/platform/jobs/job-result.ts";
import type { JobRecord, StoredResult } from "#domain/platform/jobs/job.ts";
import type { JobMaking, JobPiece } from "#domain/platform/jobs/job-work.ts";
import { Problem } from "#domain/platform/problem.ts";
import { productVersion } from "#lib/settings/product-version.ts";
import { removeFolder } from "#lib/files/remove-folder.ts";
import { exportSite } from "./export-site.ts";
import { JobProgress } from "./job-progress.ts";
import { asOperator, requireOwner } from "./owner-only.ts";

const contentType = "application/x-tar";

type Result = Omit<StoredResult, "expiresAt">;

/** The export of a whole site as a job: the archive of `lectern export site`, with a download address. */
export async function openSiteExport(context: RequestContext, job: JobRecord): Promise<JobMaking> {
  requireOwner(context);
  // Named like the folders of imports, so that leftovers are removed with theirs.
  const folder = await mkdtemp(path.join(tmpdir(), `lectern-import-job-${context.site.id}-${job.id}-`));
  return new SiteExportMaking(job, folder);
}

class SiteExportMaking implements JobMaking {
  readonly total = null;
  readonly restarts = true;
  readonly #job: JobRecord;
  readonly #folder: string;
  readonly #canceled = new AbortController();
  readonly #progress = new JobProgress();
  #task: Promise<Result> | undefined;
  #result: Result | undefined;

  constructor(job: JobRecord, folder: string) {
    this.#job = job;
    this.#folder = folder;
  }

  async next(context: RequestContext): Promise<JobPiece> {
    // The member may have lost the role meanwhile.
    requireOwner(context);
    this.#task ??= this.#write(context).then((result) => (this.#result = result));
    this.#task.catch(() => {});
    const rows = await this.#progress.take(this.#task);
    const result = this.#result;
    if (!result) return { rows, isLast: false };
    return { rows, isLast: true, keep: (inside) => keepResult(inside, this.#job.id, result) };
  }

  async #write(context: RequestContext): Promise<Result> {
    const file = path.join(this.#folder, "school.tar");
    const digest = createHash("sha256");
    let byteSize = 0;
    await exportSite(
      asOperator(context),
      productVersion(),
      (bytes) =>
        pipeline(
          bytes,
          async function* (chunks: AsyncIterable<Buffer>) {
            for await (const chunk of chunks) {
              byteSize += chunk.length;
              if (byteSize > maxUploadBytes) throw tooLarge();
              digest.update(chunk);
              yield chunk;
            }
          },
          createWriteStream(file, { flags: "wx", mode: 0o600 }),
          { signal: this.#canceled.signal },
        ),
      { onRows: (rows) => this.#progress.report(rows) },
    );
    const facts = { byteSize, sha256: digest.digest(), contentType };
    const bytes: AsyncIterable<Buffer> = createReadStream(file);
    const objectId = await storeObject(context, bytes, facts);
    return { objectId, filename: `school-${this.#job.createdAt.toISOString().slice(0, 10)}.tar`, ...facts };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#canceled.abort();
    await this.#task?.catch(() => {});
    await removeFolder(this.#folder);
  }
}

const tooLarge = () =>
  new Problem(
    "too_many_rows",
    `The archive is larger than ${maxUploadBytes / 1024 ** 3} GiB. Export it on the server: \`lectern export site\`.`,
  );
