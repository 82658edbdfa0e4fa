import { listAuditLog } from "#domain/platform/audit/list-audit-log.ts";
import * as appearance from "#domain/site/appearance/operations.ts";
import { getSchool, updateSchool } from "#domain/site/school/operations.ts";
import { getSchoolSettings, updateSchoolSettings } from "#domain/site/school/settings-operations.ts";
import { changeTool, overwrites, readTool, writeTool } from "../definition/make-tool.ts";
import type { Tool } from "../definition/tool.ts";

/** School profile, settings, appearance and audit log tools. */
export const schoolTools: readonly Tool[] = [
  readTool({
    name: "get_school",
    title: "Get the school profile (staff)",
    description:
      "Name, languages, currencies, legal and social links, counts and features of the school, with the etag for update_school. For its settings, use get_school_settings; for public information, use get_site_info.",
    operation: getSchool,
  }),
  changeTool({
    name: "update_school",
    title: "Update the school profile",
    description:
      "Updates the given fields of the school: name, description, languages, currencies, links. Takes effect immediately and overwrites previous values permanently. For settings, use update_school_settings.",
    operation: updateSchool,
    topLevel: [],
  }),
  readTool({
    name: "get_school_settings",
    title: "Get the school settings (staff)",
    description:
      "All settings of the school by group: player, notifications, privacy, checkout and others, with the etag for update_school_settings. Change one group with update_school_settings. For name and languages, use get_school.",
    operation: getSchoolSettings,
  }),
  writeTool({
    name: "update_school_settings",
    title: "Update the school settings",
    description:
      "Updates the given settings of one group; null resets a setting to its default. Overwrites previous values permanently. Read names and values with get_school_settings.",
    operation: updateSchoolSettings,
    hints: overwrites,
    versioned: true,
  }),
  readTool({
    name: "list_audit_log",
    title: "List audit log entries",
    description:
      "Audit log entries with actor, action, resource and client, newest first. Requires the owner or manager role. Filter by actor_id, client_id, action, resource_id or created_at.",
    operation: listAuditLog,
  }),
  readTool({
    name: "get_appearance",
    title: "Get the site appearance (staff)",
    description:
      "Theme, colors, fonts, logos and navigation of the site, with the etag that update_appearance requires.",
    operation: appearance.getAppearance,
  }),
  changeTool({
    name: "update_appearance",
    title: "Update the site appearance",
    description:
      "Updates the given parts of the site appearance. Takes effect immediately and overwrites previous values permanently. Call get_appearance first, pass its etag as if_match, and preview with dry_run: warnings lists colors with low contrast.",
    operation: appearance.updateAppearance,
    topLevel: [],
  }),
];
