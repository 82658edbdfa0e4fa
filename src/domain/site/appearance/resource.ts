import { sql } from "#database/statements/sql.ts";
import { schoolData } from "#domain/platform/declared-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

export const appearance = defineResource({
  tags: { appearance: "The appearance of the school: colors, fonts, navigation and home page." },
  scopes: { read: "appearance:read", write: "appearance:write" },
  events: { "appearance.updated": { about: "The site appearance was updated" } },
  tables: [schoolData("appearances", "Appearance of the school")],
  fileUses: [
    {
      kind: "site",
      table: sql`(select site_id, site_id as id, null::timestamptz as deleted_at,
                       array[logo_file_id, logo_dark_file_id, favicon_file_id, cover_file_id] as files
                  from appearances)`,
      uses: (id) => sql`referencing.files @> array[${id}::uuid]`,
      files: sql`unnest(referencing.files)`,
    },
  ],
  audit: {
    names: { appearance: { en: "Site appearance", "zh-TW": "網站外觀" } },
    actions: {
      replaceHomeSections: { en: "The home page sections were replaced", "zh-TW": "更換首頁區塊" },
      replaceNavigation: { en: "The site navigation was replaced", "zh-TW": "更換網站選單" },
      updateAppearance: { en: "The site appearance was updated", "zh-TW": "修改網站外觀" },
    },
  },
});
