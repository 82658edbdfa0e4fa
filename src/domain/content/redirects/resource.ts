import { schoolData } from "#domain/people/privacy/personal-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

/** Redirects from former paths. */
export const redirects = defineResource({
  ids: { redirect: "rdr" },
  tags: { redirects: "Redirects from old paths." },
  scopes: { read: "pages:read", write: "pages:write" },
  events: {},
  tables: [
    schoolData(
      "redirects",
      "Redirects",
      "site_id id from_path target status external_id metadata version created_at updated_at deleted_at",
    ),
  ],
  fileUses: [],
  audit: {
    names: { redirect: { en: "Redirect", "zh-TW": "轉址" } },
    actions: {
      createRedirect: { en: "A redirect was created", "zh-TW": "建立轉址" },
      deleteRedirect: { en: "A redirect was deleted", "zh-TW": "刪除轉址" },
    },
  },
  exports: [],
  imports: [],
});
