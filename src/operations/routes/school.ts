import { listAuditLog } from "#domain/platform/audit/list-audit-log.ts";
import * as school from "#domain/site/school/operations.ts";
import * as schoolSettings from "#domain/site/school/settings-operations.ts";
import { getSchoolUsage } from "#domain/site/school/usage.ts";
import { change, read, type Route } from "../route.ts";

/** School profile, settings and audit log. */
export const schoolRoutes: readonly Route[] = [
  read("/school", school.getSchool),
  change("/school", school.updateSchool),
  read("/school/settings", schoolSettings.getSchoolSettings),
  change("/school/settings/:group", schoolSettings.updateSchoolSettings),
  read("/school/usage", getSchoolUsage),
  read("/audit_log", listAuditLog),
];
