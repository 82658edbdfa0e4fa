import { cancelJob, getJob, listJobResults, listJobs } from "#domain/platform/jobs/job-operations.ts";
import { startExport } from "#domain/transfer/exports/start-export.ts";
import { startImport } from "#domain/transfer/imports/start-import.ts";
import { adds, overwrites, readTool, writeTool, writeToolOf } from "../definition/make-tool.ts";
import type { Tool } from "../definition/tool.ts";
import { fileTools } from "./files.ts";

// The control argument `dry_run` of all writing tools runs the call itself without effect. The option of imports
// starts a job that validates the rows, so it has another name here.
const { dryRun } = startImport.input.shape;

const jobSteps = ({ id }: Record<string, unknown>) => [
  { tool: "get_job", arguments: { id }, why: "Follow its progress, and read its result at the end." },
  { tool: "list_job_results", arguments: { id }, why: "Read the rows that failed, with their errors." },
];

/** Tools for files, and for jobs: imports and exports. */
export const jobTools: readonly Tool[] = [
  readTool({
    name: "list_jobs",
    title: "List jobs",
    description:
      "Imports, exports and bulk jobs with their state and progress, newest first. Filter by kind, status or created_at. For one job with its result, use get_job.",
    operation: listJobs,
  }),
  readTool({
    name: "get_job",
    title: "Get a job",
    description:
      "State, progress and result of an import, export or bulk job, by ID. Poll while it is queued or running. The result counts failed rows; list_job_results lists them.",
    operation: getJob,
  }),
  readTool({
    name: "list_job_results",
    title: "List the results of a job",
    description:
      "Rows of a job that failed or were imported only partly, with their errors, and coupons that it created, by the ID of the job. Names of rows are under untrusted_text. Filter by status. For the totals, use get_job.",
    operation: listJobResults,
  }),
  writeToolOf({
    name: "start_import",
    title: "Start an import",
    description:
      "Starts a job that imports courses, or rows of one resource, from inline, files or file_id. Also requires the write scopes of the imported resources. validate_only makes the job save nothing; dry_run starts no job. Follow it with get_job.",
    hints: adds,
    arguments: startImport.input.omit({ dryRun: true, columns: true, fixed: true, encoding: true }).extend({
      validateOnly: dryRun.meta({
        description: "The job validates each row and saves nothing. Its results list each invalid row.",
      }),
    }),
    operations: [startImport],
    step: ({ validateOnly, ...input }) => ({
      operation: startImport,
      input: { ...input, ...(validateOnly !== undefined && { dryRun: validateOnly }) },
    }),
    next: jobSteps,
  }),
  writeTool({
    name: "start_export",
    title: "Start an export",
    description:
      "Starts a job that exports complete lists, such as students or orders, into one file as csv or ndjson. filter has, for each of them, the filters of its list tool. Also requires the read scope of each list. The result of get_job has the file when the job is done. To read a few rows, use the list tools.",
    operation: startExport,
    hints: adds,
    next: (result) => jobSteps(result).slice(0, 1),
  }),
  writeTool({
    name: "cancel_job",
    title: "Cancel a job",
    description:
      "Cancels a queued or running job by ID. Completed work is kept, so rows that it imported stay. An erasure cannot be canceled. Find jobs with list_jobs.",
    operation: cancelJob,
    hints: overwrites,
    versioned: true,
  }),
  ...fileTools,
];
