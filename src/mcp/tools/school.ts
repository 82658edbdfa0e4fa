import { listAuditLog } from "#domain/platform/audit/list-audit-log.ts";
import * as z from "zod";
import * as appearance from "#domain/site/appearance/operations.ts";
import { createFile } from "#domain/content/files/create-file.ts";
import { startUpload } from "#domain/content/files/start-upload.ts";

import { getJob } from "#domain/platform/jobs/job-operations.ts";
import { getSchool, updateSchool } from "#domain/site/school/operations.ts";
import { getSchoolSettings, updateSchoolSettings } from "#domain/site/school/settings-operations.ts";
import { adds, changeTool, overwrites, readTool, writeTool, writeToolOf } from "../make-tool.ts";
import type { Tool } from "../tool.ts";
import { words } from "../words.ts";

const { file: _bytes, ...fromAddress } = createFile.input.shape;

/** The school itself, how it looks, and its files. */
export const schoolTools: readonly Tool[] = [
  readTool(
    words(
      "get_school",
      "Read the school (staff)",
      "The school's name, languages, currencies, legal and social links, counts and features, with the etag for update_school. For its settings use get_school_settings; for what visitors see get_site_info.",
    ),
    getSchool,
    { versioned: true },
  ),
  changeTool(
    words(
      "update_school",
      "Change the school",
      "Changes the given fields of the school: name, description, languages, currencies, links. The old values are lost, and visitors see the new ones at once. Try it with dry_run. For settings use update_school_settings.",
    ),
    updateSchool,
    { beside: [] },
  ),
  readTool(
    words(
      "get_school_settings",
      "Read the school's settings (staff)",
      "Every setting of the school by group: player, notifications, privacy, checkout and others. Change one group with update_school_settings; name and languages are in get_school.",
    ),
    getSchoolSettings,
  ),
  writeTool(
    words(
      "update_school_settings",
      "Change the school's settings",
      "Changes the given settings of one group and leaves the others; null sets one back to its default. The old values are lost. Read names and values with get_school_settings; try it with dry_run.",
    ),
    updateSchoolSettings,
    overwrites,
    { versioned: true },
  ),
  readTool(
    words(
      "list_audit_log",
      "Read the audit log",
      "Who did what to what, by which client, newest first, 20 at a time; page.next_cursor is the cursor of the next page. For owners and managers. Narrow with actor_id, client_id, action, resource_id or created_at.",
    ),
    listAuditLog,
  ),
  readTool(
    words(
      "get_appearance",
      "Read the look of the site (staff)",
      "Theme, colours, fonts, logos and navigation of the site, with the etag that update_appearance needs.",
    ),
    appearance.getAppearance,
    { versioned: true },
  ),
  changeTool(
    words(
      "update_appearance",
      "Change the look of the site",
      "Changes the given parts of the look; visitors see them at once and the old values are lost. Call get_appearance first, pass its etag as if_match, and try dry_run: warnings name colours that are hard to read.",
    ),
    appearance.updateAppearance,
    { beside: [] },
  ),
  readTool(
    words(
      "get_job",
      "Read a job",
      "State, progress and result of an import, export or bulk job by its id. Ask again while it is queued or running; failed rows are counted in it.",
    ),
    getJob,
  ),
  writeToolOf(
    words(
      "upload_file",
      "Store a file",
      "Stores a file: from_url fetches one of at most 10 MiB at a public https address, which needs confirm; filename, content_type, byte_size and purpose open an upload, whose upload_url takes the bytes you hold in parts. Give an idempotency_key.",
    ),
    {
      hints: { ...adds, openWorldHint: true },
      arguments: z.object({ ...startUpload.input.partial().shape, ...z.object(fromAddress).partial().shape }),
      operations: [createFile, startUpload],
      step: (input) => ({ operation: input["fromUrl"] === undefined ? startUpload : createFile, input }),
      // An address can carry data of the school to its host.
      confirms: ({ from_url: address }) => address !== undefined,
    },
  ),
];
