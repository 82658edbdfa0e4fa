import { sql } from "#database/sql.ts";
import { inSeo, displayedBy } from "#domain/platform/file-use.ts";
import { schoolData } from "#domain/platform/declared-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

/** Courses. */
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
    schoolData(
      "courses",
      "School content and offers",
      "site_id id slug name subtitle description_markdown status visibility course_type language level tags position published_at external_id metadata version created_at updated_at deleted_at description_html cover_file_id promo_video_attachment_id outcomes requirements audience access drip completion certificate_template_id certificate_months comments_enabled available_from available_until seo lecture_count duration_seconds enrollment_count rating_sum rating_count curriculum_version progress_basis completion_basis progress_check_at completion_check_at search_terms category_ids lecturer_ids counted_version content_updated_at",
    ),
    schoolData("course_lecturers", "School content and offers", "site_id course_id lecturer_id position"),
    schoolData("course_category_entries", "School content and offers", "site_id course_id category_id"),
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
      publishCourse: { en: "A course was published", "zh-TW": "發布課程" },
      restoreCourse: { en: "A course was restored", "zh-TW": "復原課程" },
      unpublishCourse: { en: "A course was unpublished", "zh-TW": "課程下架" },
      updateCourse: { en: "A course was updated", "zh-TW": "修改課程" },
      upsertCourse: { en: "A course was created or updated", "zh-TW": "建立或修改課程" },
    },
  },
  exports: ["courses"],
  imports: [],
});
