import { schoolData } from "#domain/platform/declared-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

/** Redirects from former paths. */
export const redirects = defineResource({
  ids: { redirect: "rdr" },
  tags: {
    redirects:
      "Redirects from old paths. The server creates one when the slug or path of a public resource changes. It ends when another resource takes the path, when the resource is deleted, or when you delete it. Requests of the API and of agents need the current slug.",
  },
  scopes: { read: "pages:read", write: "pages:write" },
  tables: [schoolData("redirects", "Redirects")],
  audit: {
    names: { redirect: { en: "Redirect", "zh-TW": "轉址" } },
    actions: {
      createRedirect: { en: "A redirect was created", "zh-TW": "建立轉址" },
      deleteRedirect: { en: "A redirect was deleted", "zh-TW": "刪除轉址" },
    },
  },
});
