import { sql } from "#database/statements/sql.ts";
import { inSeo } from "#domain/platform/file-use.ts";
import { schoolData, schoolText } from "#domain/platform/declared-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

/** Pages with their revisions. */
export const pages = defineResource({
  ids: { page: "pag", pageRevision: "prv" },
  tags: { pages: "Pages of the school, with all revisions." },
  scopes: { read: "pages:read", write: "pages:write" },
  events: {
    "page.published": { about: "A page was published" },
    "page.unpublished": { about: "A published page was unpublished or deleted" },
  },
  tables: [
    {
      table: "page_revisions",
      holds: "Earlier page revisions",
      kind: "pageRevision",
      actors: "member_id",
      impersonal: "site_id id page_id revision title blocks body_markdown created_at",
      kept: schoolText("title blocks body_markdown"),
      merging: { how: "move" },
      erasure: { how: "pseudonymize", why: "School data. The author is removed." },
    },
    schoolData("pages", "School content and offers"),
  ],
  fileUses: [
    inSeo("page", sql`pages`),
    {
      kind: "page",
      table: sql`pages`,
      uses: (id) =>
        sql`referencing.blocks @> jsonb_build_array(jsonb_build_object('kind', 'image', 'fileId', ${id}::uuid))`,
      files: sql`(jsonb_path_query(referencing.blocks, '$[*] ? (@.kind == "image").fileId') #>> '{}')::uuid`,
    },
  ],
  audit: {
    names: { page: { en: "Page", "zh-TW": "頁面" } },
    actions: {
      createPage: { en: "A page was created", "zh-TW": "建立頁面" },
      deletePage: { en: "A page was deleted", "zh-TW": "刪除頁面" },
      publishPage: { en: "A page was published", "zh-TW": "發布頁面" },
      restorePageRevision: { en: "A page was restored to an earlier revision", "zh-TW": "將頁面還原到較早的版本" },
      unpublishPage: { en: "A page was unpublished", "zh-TW": "下架頁面" },
      updatePage: { en: "A page was updated", "zh-TW": "修改頁面" },
    },
  },
  exports: ["pages"],
});
