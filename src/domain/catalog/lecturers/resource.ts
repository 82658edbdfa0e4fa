import { displayedBy } from "#domain/platform/file-use.ts";
import { defineResource } from "#domain/platform/resource.ts";

/** Public profiles of the people who teach. */
export const lecturers = defineResource({
  ids: { lecturer: "ltr" },
  tags: { lecturers: "Public profiles of lecturers." },
  scopes: { read: "lecturers:read", write: "lecturers:write" },
  events: {
    "lecturer.created": { about: "A lecturer was created" },
    "lecturer.updated": { about: "A lecturer was updated" },
  },
  tables: [
    {
      table: "lecturers",
      holds: "Public lecturer profile: name, picture, biography",
      kind: "lecturer",
      owner: { column: "member_id" },
      personal:
        "name slug title bio_markdown bio_html picture_file_id links search_terms external_id metadata visible position",
      impersonal: "site_id id version created_at updated_at deleted_at counted_version content_updated_at",
      exportedAs: "lecturer-profile",
      merging: { how: "own" },
      erasure: {
        how: "own",
        why: "The profile is emptied, hidden and removed from courses, events and services. Past sessions with it stay.",
      },
    },
  ],
  fileUses: [displayedBy("lecturer", "lecturers", "picture_file_id")],
  audit: {
    names: { lecturer: { en: "Lecturer", "zh-TW": "講師" } },
    actions: {
      assignCourse: { en: "A member was given a course to teach", "zh-TW": "指派成員教授課程" },
      createLecturer: { en: "A lecturer was created", "zh-TW": "建立講師" },
      deleteLecturer: { en: "A lecturer was deleted", "zh-TW": "刪除講師" },
      reorderLecturers: { en: "Lecturers were reordered", "zh-TW": "調整講師順序" },
      updateLecturer: { en: "A lecturer was updated", "zh-TW": "修改講師" },
      upsertLecturer: { en: "A lecturer was created or updated", "zh-TW": "建立或修改講師" },
    },
  },
  exports: ["lecturers"],
});
