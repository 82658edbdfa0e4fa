import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { Scope } from "#access/scopes.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import type { JobMaking } from "#domain/platform/jobs/job-work.ts";
import { openImportConnection } from "../import-connection.ts";
import { chunksOf } from "./chunks.ts";
import { files } from "./files.ts";
import { ouladLock } from "./import-oulad.ts";

/** Scopes for what it writes, in addition to `school:write`. */
export const ouladScopes: readonly Scope[] = ["courses:write", "curriculum:write", "students:write"];

/** Milliseconds to wait for the lock of a killed process. */
const timeoutMs = 60_000;

/**
 * The same import as a job. Chunks commit before they are counted, so a job resumed after a crash starts over and
 * finds the existing rows.
 */
export async function openOulad(context: RequestContext, folder: string): Promise<JobMaking> {
  const connection = await openImportConnection(context, ouladLock, { timeoutMs });
  const chunks = chunksOf(context, folderOfSet(folder), {});
  return {
    total: null,
    restarts: true,
    async next(now) {
      const { value: chunk, done } = await chunks.next();
      if (done) return { rows: 0, created: 0, isLast: true };
      const created = now.dryRun
        ? await chunk.missing(now, connection.client)
        : chunk.newAmong(await chunk.write(now, connection.client));
      return { rows: chunk.rows, created, isLast: false };
    },
    async [Symbol.asyncDispose]() {
      await chunks.return(undefined);
      await connection[Symbol.asyncDispose]();
    },
  };
}

/** Archives often contain a single folder with the files. */
function folderOfSet(folder: string): string {
  if (holdsCourses(folder)) return folder;
  const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return inside.map(({ name }) => path.join(folder, name)).find(holdsCourses) ?? folder;
}

const holdsCourses = (folder: string): boolean =>
  files.courses.names.some((name) => existsSync(path.join(folder, name)));
