import { defineResource } from "#domain/platform/resource.ts";

export const imports = defineResource({
  tags: { imports: "Import courses, people and their activity with jobs." },
  scopes: { read: null, write: "school:write" },
  tables: [],
  audit: {
    names: {},
    actions: {
      importCourses: { en: "Courses were imported", "zh-TW": "匯入多門課程" },
      importRecords: { en: "Members or their records were imported", "zh-TW": "匯入成員或其紀錄" },
      importSite: { en: "An archive of a school was imported", "zh-TW": "匯入學校封存檔" },
      startImport: { en: "An import was started", "zh-TW": "開始匯入" },
    },
  },
});
