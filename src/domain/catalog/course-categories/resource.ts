import { schoolData } from "#domain/platform/declared-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

export const courseCategories = defineResource({
  ids: { courseCategory: "cct" },
  tags: { course_categories: "The category tree of courses." },
  scopes: { read: "courses:read", write: "courses:write" },
  tables: [schoolData("course_categories", "School content and offers")],
  audit: {
    names: { course_category: { en: "Course category", "zh-TW": "課程分類" } },
    actions: {
      createCourseCategory: { en: "A course category was created", "zh-TW": "建立課程分類" },
      deleteCourseCategory: { en: "A course category was deleted", "zh-TW": "刪除課程分類" },
      updateCourseCategory: { en: "A course category was updated", "zh-TW": "修改課程分類" },
    },
  },
});
