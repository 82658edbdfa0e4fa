import { sql } from "#database/statements/sql.ts";
import { inSeo } from "#domain/platform/file-use.ts";
import { defineResource } from "#domain/platform/resource.ts";

/** Profile and settings of the school. */
export const school = defineResource({
  tags: { school: "The school: name, languages, currencies, settings and usage." },
  scopes: { read: "school:read", write: "school:write" },
  events: { "school.updated": { about: "The school profile or settings were updated" } },
  tables: [
    {
      table: "schools",
      holds: "School profile: contact and legal information",
      impersonal:
        "site_id support_email time_zone default_currency currencies legal social seo settings metadata version created_at updated_at slug",
      erasure: { how: "keep", why: "Public school data. If it names a person, the school changes it." },
    },
  ],
  fileUses: [inSeo("site", sql`(select site_id, site_id as id, null::timestamptz as deleted_at, seo from schools)`)],
  audit: {
    names: { school: { en: "School", "zh-TW": "學校" } },
    actions: {
      updateSchool: { en: "The school profile was updated", "zh-TW": "修改學校資料" },
      updateSchoolSettings: { en: "School settings were updated", "zh-TW": "修改學校設定" },
    },
  },
});
