import type { Context } from "#domain/platform/context.ts";
import type { JobRecord, JobResultRow } from "./job.ts";
import { serializeResult } from "./job-result.ts";

/** Serializes a job as visible to the caller. */
export const serializeJob = (context: Context, record: JobRecord) => {
  const { total, processed, created, updated, unchanged, failed, warned, ...job } = record;
  const progress = { total, processed, created, updated, unchanged, failed, warned };
  return {
    ...job,
    object: "job" as const,
    resources: resourcesOf(record),
    progress,
    result: serializeResult(context, record),
  };
};

/** Created resources are visible only to callers with all the scopes of the job (`maySeeJob`). */
export const serializeJobResult = (row: JobResultRow, maySee: boolean) => ({
  object: "job_result" as const,
  ...row,
  status: row.error ? ("failed" as const) : row.made ? ("created" as const) : ("warned" as const),
  made: maySee ? row.made : null,
});

/** Lists the resources of a job: one for imports, any number for exports, none for whole courses and people. */
const resourcesOf = ({ options: { resource, resources } }: JobRecord): string[] =>
  [resource, resources].flat().filter((name) => typeof name === "string");
