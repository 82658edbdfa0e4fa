import { listAuditLog } from "#domain/platform/audit/list-audit-log.ts";
import { startExport } from "#domain/site/exports/start-export.ts";
import { startImport } from "#domain/site/imports/start-import.ts";
import * as jobs from "#domain/platform/jobs/job-operations.ts";
import * as school from "#domain/site/school/operations.ts";
import * as schoolSettings from "#domain/site/school/settings-operations.ts";
import { getSchoolUsage } from "#domain/site/school/usage.ts";
import { act, change, read, start, startWith, type Route } from "../route.ts";

/** School settings, imports, exports and jobs. */
export const schoolRoutes: readonly Route[] = [
  read("/school", school.getSchool),
  change("/school", school.updateSchool),
  read("/school/settings", schoolSettings.getSchoolSettings),
  change("/school/settings/:group", schoolSettings.updateSchoolSettings),
  read("/school/usage", getSchoolUsage),
  read("/audit_log", listAuditLog),
  startWith("/imports", startImport),
  start("/exports", startExport),
  read("/jobs", jobs.listJobs),
  read("/jobs/:id", jobs.getJob),
  read("/jobs/:id/results", jobs.listJobResults),
  act("/jobs/:id/cancel", jobs.cancelJob),
];
