import type { PersonalTable } from "../personal-table.ts";

/** What people wrote and sent. */
export const writings: readonly PersonalTable[] = [
  {
    table: "form_submissions",
    holds: "What somebody answered to a form",
    kind: "formSubmission",
    owner: { column: "member_id" },
    personal: "answers file_ids source_url search_terms external_id metadata",
    impersonal: "site_id id form_id version created_at updated_at deleted_at",
    exportedAs: "form-submissions",
    erasure: {
      how: "own",
      why: "Theirs go, and so do those that were sent without signing in and hold their address.",
    },
  },
  {
    table: "posts",
    holds: "What the school publishes",
    kind: "post",
    actors: "author_member_id",
    impersonal:
      "site_id id title slug excerpt body_markdown body_html reading_minutes access plan_ids status published_at category_id tags cover_file_id comments_enabled comment_count seo locale search_terms external_id metadata version created_at updated_at deleted_at",
    erasure: {
      how: "pseudonymise",
      why: "It is the school's. Who wrote it is told no more; what it says of people is for the school to change.",
    },
  },
  {
    table: "page_revisions",
    holds: "What a page said before",
    kind: "pageRevision",
    actors: "member_id",
    impersonal: "site_id id page_id revision title blocks body_markdown created_at",
    erasure: { how: "pseudonymise", why: "It is the school's. Who wrote it is told no more." },
  },
  {
    table: "uploads",
    holds: "Files that are being sent",
    kind: "upload",
    owner: { column: "member_id" },
    personal: "filename external_id metadata",
    impersonal:
      "site_id id content_type byte_size sha256 part_size purpose visibility file_id version created_at updated_at deleted_at expires_at",
    erasure: {
      how: "pseudonymise",
      blank: { filename: "'erased'", external_id: "null", metadata: "'{}'", expires_at: ":now" },
      why: "They are given up.",
    },
  },
  {
    table: "files",
    holds: "Files, and who sent them",
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
