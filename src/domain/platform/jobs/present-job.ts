import type { Context } from "#domain/platform/context.ts";
import type { JobRecord, JobResultRow } from "./job.ts";
import { presentResult } from "./job-result.ts";

/** A job as the caller may see it. */
export const presentJob = (context: Context, record: JobRecord) => {
  const { total, processed, created, updated, unchanged, failed, warned, ...job } = record;
  const progress = { total, processed, created, updated, unchanged, failed, warned };
  return {
    ...job,
    object: "job" as const,
    resources: resourcesOf(record),
    progress,
    result: presentResult(context, record),
  };
};

/** What was made is told to those who know all that the job makes. */
export const presentJobResult = (row: JobResultRow, knowsAll: boolean) => ({
  object: "job_result" as const,
  ...row,
  status: row.error ? ("failed" as const) : row.made ? ("created" as const) : ("warned" as const),
  made: knowsAll ? row.made : null,
});

/** An import is of one resource, an export of any number; whole courses, and people, are none of these. */
const resourcesOf = ({ options: { resource, resources } }: JobRecord): string[] =>
  [resource, resources].flat().filter((name) => typeof name === "string");
