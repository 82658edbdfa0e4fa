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
      personal: "body body_html search_terms external_id metadata",
      impersonal:
        "site_id id commentable_type commentable_id course_id parent_id thread_id depth author_role status reply_count like_count answered edited_at html_version active_at version created_at updated_at deleted_at counted_at",
      exportedAs: "comments",
      merging: { how: "move" },
      erasure: {
        how: "pseudonymize",
        blank: { body: "''", body_html: "null", search_terms: "'{}'", external_id: "null", metadata: "'{}'" },
        why: "The text is deleted. The empty comment stays, so that replies keep their position.",
      },
    },
    {
      table: "comment_likes",
      holds: "Comments that a person likes",
      owner: { column: "member_id" },
      personal: "comment_id",
      impersonal: "site_id created_at",
      exportedAs: "comment-likes",
      merging: { how: "own" },
      erasure: { how: "delete", why: "They only serve the person. The number of likes of a comment stays." },
    },
    {
      table: "followed_discussions",
      holds: "Discussions that a person follows, or has stopped following",
      owner: { column: "member_id" },
      personal: "lecture_id following",
      impersonal: "site_id updated_at",
      exportedAs: "followed-discussions",
      merging: { how: "once", columns: "lecture_id", keeps: "survivor" },
      erasure: { how: "delete", why: "They only serve the person." },
    },
  ],
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
