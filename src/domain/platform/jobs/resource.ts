import { sql } from "#database/statements/sql.ts";
import { byColumn } from "#domain/platform/file-use.ts";
import { defineResource } from "#domain/platform/resource.ts";

/** Long-running work. */
export const jobs = defineResource({
  ids: { job: "job", jobResult: "jbr" },
  tags: { jobs: "Long-running work with its progress and results." },
  scopes: { read: "school:read", write: "school:write" },
  events: { "job.completed": { about: "An import, export or other job ended", needs: null } },
  tables: [
    {
      table: "job_results",
      holds: "Import rows that failed in full or in part, and coupons created by jobs",
      kind: "jobResult",
      personal: "name error warnings made",
      impersonal: "site_id id job_id row_number created_at",
      erasure: { how: "search", why: "Rows that name the person are deleted." },
    },
    {
      table: "jobs",
      holds: "Imports, exports and erasures: who started them, from which IP address, and about whom",
      kind: "job",
      actors: "member_id",
      personal: "subject_id address options error metadata result_object_id",
      impersonal:
        "site_id id kind format status dry_run file_id object_id total processed created updated unchanged failed warned attempt client_id grant_id scopes request_id cancel_requested_at started_at finished_at version created_at updated_at result_name result_type result_size result_sha256 result_expires_at",
      fixed: "format scopes request_id result_name result_type result_sha256",
      merging: { how: "own" },
      erasure: {
        how: "own",
        why: "Exports of the person are deleted with their files, as are the school's exports, which contain all members. Jobs that they started keep a pseudonymous ID and lose the address. The erasure job removes the person's ID in its last step.",
      },
    },
    {
      table: "job_pieces",
      holds: "Parts of an export in progress",
      impersonal: "site_id job_id number name object_id stored_size byte_size crc32 next_cursor",
      erasure: {
        how: "keep",
        why: "They are deleted when the export is complete. The finished export is deleted with the next erasure.",
      },
    },
  ],
  fileUses: [
    byColumn(
      "job",
      // While the file is being read.
      sql`(select site_id, id, file_id, null::timestamptz as deleted_at from jobs where status in ('queued', 'running'))`,
      sql`referencing.file_id`,
    ),
  ],
  audit: {
    names: { job: { en: "Import or export", "zh-TW": "匯入或匯出" } },
    actions: {
      finishJob: { en: "An import, export or erasure finished", "zh-TW": "匯入、匯出或個人資料刪除結束" },
      cancelJob: { en: "An import or export was canceled", "zh-TW": "取消匯入或匯出" },
    },
  },
});
