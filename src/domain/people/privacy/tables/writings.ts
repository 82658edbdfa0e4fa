import type { PersonalTable } from "../personal-table.ts";

/** User-written content. */
export const writings: readonly PersonalTable[] = [
  {
    table: "form_submissions",
    holds: "Form submissions",
    kind: "formSubmission",
    owner: { column: "member_id" },
    personal: "answers file_ids source_url search_terms external_id metadata",
    impersonal: "site_id id form_id version created_at updated_at deleted_at",
    exportedAs: "form-submissions",
    erasure: {
      how: "own",
      why: "The person's submissions are deleted, and anonymous ones that contain their address.",
    },
  },
  {
    table: "posts",
    holds: "Posts",
    kind: "post",
    actors: "author_member_id",
    impersonal:
      "site_id id title slug excerpt body_markdown body_html reading_minutes access plan_ids status published_at category_id tags cover_file_id comments_enabled comment_count seo locale search_terms external_id metadata version created_at updated_at deleted_at",
    erasure: {
      how: "pseudonymize",
      why: "School data. The author is removed. The school changes what the text says about people.",
    },
  },
  {
    table: "page_revisions",
    holds: "Earlier page revisions",
    kind: "pageRevision",
    actors: "member_id",
    impersonal: "site_id id page_id revision title blocks body_markdown created_at",
    erasure: { how: "pseudonymize", why: "School data. The author is removed." },
  },
  {
    table: "uploads",
    holds: "Uploads in progress",
    kind: "upload",
    owner: { column: "member_id" },
    personal: "filename external_id metadata",
    impersonal:
      "site_id id content_type byte_size sha256 part_size purpose visibility file_id version created_at updated_at deleted_at expires_at",
    erasure: {
      how: "pseudonymize",
      blank: { filename: "'erased'", external_id: "null", metadata: "'{}'", expires_at: ":now" },
      why: "They are canceled.",
    },
  },
  {
    table: "files",
    holds: "Files and their uploaders",
    kind: "file",
    owner: { column: "member_id" },
    personal: "filename search_terms variants object_id sha256 external_id metadata",
    impersonal:
      "site_id id content_type byte_size purpose visibility width height duration_seconds status version created_at updated_at deleted_at",
    exportedAs: "files",
    erasure: {
      how: "own",
      why: "Submitted files, pictures of the person (their own and those that the school chose, unless another resource uses them) and unused uploads are deleted with their bytes. Other files stay without the uploader.",
    },
  },
];
