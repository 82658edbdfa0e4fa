import type { Context } from "#domain/context.ts";
import type { JobRecord } from "./job.ts";
import { presentResult } from "./job-result.ts";

/** A job as the caller may see it. */
export const presentJob = (context: Context, record: JobRecord) => {
  const { total, processed, created, updated, unchanged, failed, ...job } = record;
  const progress = { total, processed, created, updated, unchanged, failed };
  return { ...job, object: "job" as const, progress, result: presentResult(context, record) };
};
