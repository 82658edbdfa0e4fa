import { schoolData } from "#domain/platform/declared-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

export const postCategories = defineResource({
  ids: { postCategory: "pct" },
  tags: { post_categories: "Categories of posts." },
  scopes: { read: "posts:read", write: "posts:write" },
  tables: [schoolData("post_categories", "School content and offers")],
  audit: {
    names: { post_category: { en: "Post category", "zh-TW": "文章分類" } },
    actions: {
      createPostCategory: { en: "A post category was created", "zh-TW": "建立文章分類" },
      deletePostCategory: { en: "A post category was deleted", "zh-TW": "刪除文章分類" },
      updatePostCategory: { en: "A post category was updated", "zh-TW": "修改文章分類" },
    },
  },
});
