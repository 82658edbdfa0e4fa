import type { Context } from "#domain/context.ts";
import type { JobRecord } from "./job.ts";
import { presentResult } from "./job-result.ts";

/** A job as the caller may see it. */
export const presentJob = (context: Context, record: JobRecord) => {
  const { total, processed, created, updated, unchanged, failed, ...job } = record;
  const progress = { total, processed, created, updated, unchanged, failed };
  return {
    ...job,
    object: "job" as const,
    resources: resourcesOf(record),
    progress,
    result: presentResult(context, record),
  };
};

/** An import is of one resource, an export of any number; whole courses, and people, are none of these. */
const resourcesOf = ({ options: { resource, resources } }: JobRecord): string[] =>
  [resource, resources].flat().filter((name) => typeof name === "string");
