import { defineResource } from "#domain/platform/resource.ts";

/** Exports of lists. */
export const exports = defineResource({
  tags: { exports: "Export lists into files with jobs." },
  scopes: { read: null, write: "school:write" },
  tables: [],
  audit: {
    names: {},
    actions: {
      exportCourses: { en: "Courses were exported", "zh-TW": "匯出課程" },
      startExport: { en: "An export was started", "zh-TW": "開始匯出" },
      exportList: { en: "A list was exported", "zh-TW": "匯出清單" },
      exportSite: { en: "The school was exported", "zh-TW": "匯出整所學校" },
    },
  },
});
