import { defineResource } from "#domain/platform/resource.ts";

/** Comments on lectures, posts and courses. */
export const comments = defineResource({
  ids: { comment: "cmt" },
  tags: { comments: "Comments on courses, lectures, posts and submissions." },
  scopes: { read: "comments:read", write: null },
  events: {
    "comment.created": { about: "A comment was posted" },
    "comment.updated": { about: "A comment was edited or hidden" },
    "comment.deleted": { about: "A comment was deleted" },
  },
  tables: [
    {
      table: "comments",
      holds: "Comments on courses, lectures, posts and submissions",
      kind: "comment",
      owner: { column: "author_id" },
      personal: "body search_terms external_id metadata",
      impersonal:
        "site_id id commentable_type commentable_id course_id parent_id thread_id depth author_role status reply_count like_count answered edited_at version created_at updated_at deleted_at counted_at",
      exportedAs: "comments",
      merging: { how: "move" },
      erasure: {
        how: "pseudonymize",
        blank: { body: "''", search_terms: "'{}'", external_id: "null", metadata: "'{}'" },
        why: "The text is deleted. The empty comment stays, so that replies keep their position.",
      },
    },
  ],
  fileUses: [],
  audit: {
    names: { comment: { en: "Comment", "zh-TW": "留言" } },
    actions: {
      moderateComment: { en: "A comment was shown or hidden", "zh-TW": "顯示或隱藏留言" },
      settleQuestion: {
        en: "A question was marked as settled, or opened again",
        "zh-TW": "將提問標記為已處理，或重新開啟",
      },
      removeComment: { en: "A comment was deleted by staff", "zh-TW": "管理人員刪除留言" },
    },
  },
  exports: ["comments"],
  imports: ["comments"],
});
