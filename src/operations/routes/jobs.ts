import * as jobs from "#domain/platform/jobs/job-operations.ts";
import { act, read, type Route } from "../route.ts";

/** Jobs. */
export const jobRoutes: readonly Route[] = [
  read("/jobs", jobs.listJobs),
  read("/jobs/:id", jobs.getJob),
  read("/jobs/:id/results", jobs.listJobResults),
  act("/jobs/:id/cancel", jobs.cancelJob),
];
