import { sql } from "#database/statements/sql.ts";
import { inSeo, displayedBy } from "#domain/platform/file-use.ts";
import { schoolData } from "#domain/platform/declared-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

export const courses = defineResource({
  ids: { course: "crs" },
  tags: { courses: "Courses from draft to archive, with curriculum, plans and reviews." },
  scopes: { read: "courses:read", write: "courses:write" },
  events: {
    "course.created": { about: "A course was created" },
    "course.updated": { about: "A course was updated" },
    "course.published": { about: "A draft course was published" },
    "course.unpublished": { about: "A published course was returned to draft" },
    "course.archived": { about: "A course was archived" },
    "course.deleted": { about: "A course was deleted" },
  },
  tables: [
    schoolData("courses", "School content and offers"),
    schoolData("course_lecturers", "School content and offers"),
    schoolData("course_category_entries", "School content and offers"),
  ],
  fileUses: [
    displayedBy("course", "courses", "cover_file_id"),
    inSeo("course", sql`courses`, sql`seo = (referencing.seo::jsonb - 'imageFileId')::json`),
  ],
  audit: {
    names: { course: { en: "Course", "zh-TW": "課程" } },
    actions: {
      archiveCourse: { en: "A course was archived", "zh-TW": "封存課程" },
      createCourse: { en: "A course was created", "zh-TW": "建立課程" },
      deleteCourse: { en: "A course was deleted", "zh-TW": "刪除課程" },
      duplicateCourse: { en: "A course was duplicated", "zh-TW": "複製課程" },
      publishCourse: { en: "A course was published", "zh-TW": "發布課程" },
      restoreCourse: { en: "A course was restored", "zh-TW": "復原課程" },
      unpublishCourse: { en: "A course was unpublished", "zh-TW": "課程下架" },
      updateCourse: { en: "A course was updated", "zh-TW": "修改課程" },
      upsertCourse: { en: "A course was created or updated", "zh-TW": "建立或修改課程" },
    },
  },
  exports: ["courses"],
});
