import { schoolText } from "#domain/platform/declared-table.ts";
import { sql } from "#database/statements/sql.ts";
import { inSeo, displayedBy } from "#domain/platform/file-use.ts";
import { defineResource } from "#domain/platform/resource.ts";

export const posts = defineResource({
  ids: { post: "pst" },
  tags: { posts: "Articles for everyone, for members or for subscribers of certain plans." },
  scopes: { read: "posts:read", write: "posts:write" },
  events: {
    "post.published": { about: "A post was published, also on schedule" },
    "post.updated": { about: "A post was updated" },
    "post.unpublished": { about: "A published post was unpublished or deleted" },
  },
  tables: [
    {
      table: "posts",
      holds: "Posts",
      kind: "post",
      actors: "author_member_id",
      impersonal:
        "site_id id title slug excerpt body_markdown body_html reading_minutes access plan_ids status published_at category_id tags cover_file_id comments_enabled comment_count seo locale search_terms external_id metadata version created_at updated_at deleted_at counted_version content_updated_at",
      kept: schoolText("title slug excerpt body_markdown body_html tags seo locale search_terms external_id metadata"),
      merging: { how: "move" },
      erasure: {
        how: "pseudonymize",
        why: "School data. The author is removed. The school changes what the text says about people.",
      },
    },
  ],
  fileUses: [
    displayedBy("post", "posts", "cover_file_id"),
    inSeo("post", sql`posts`, sql`seo = (referencing.seo::jsonb - 'imageFileId')::json`),
  ],
  audit: {
    names: { post: { en: "Post", "zh-TW": "文章" } },
    actions: {
      createPost: { en: "A post was created", "zh-TW": "建立文章" },
      deletePost: { en: "A post was deleted", "zh-TW": "刪除文章" },
      publishPost: { en: "A post was published or scheduled", "zh-TW": "發布或排程文章" },
      publishScheduledPost: { en: "A scheduled post was published", "zh-TW": "依排程發布文章" },
      unpublishPost: { en: "A post was unpublished", "zh-TW": "下架文章" },
      updatePost: { en: "A post was updated", "zh-TW": "修改文章" },
      upsertPost: { en: "A post was created or updated", "zh-TW": "建立或修改文章" },
    },
  },
  exports: ["posts"],
});
