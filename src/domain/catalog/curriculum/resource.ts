import { sql } from "#database/statements/sql.ts";
import { byColumn } from "#domain/platform/file-use.ts";
import { schoolData, schoolText } from "#domain/platform/declared-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

/** Sections, lectures and their parts. */
export const curriculum = defineResource({
  ids: { section: "sec", lecture: "lec", attachment: "att", lectureRevision: "lrv" },
  tags: {
    sections: "Sections of a course, in order.",
    lectures: "Videos, texts, files, quizzes and assignments of a section.",
    attachments: "Files, links and texts that belong to a lecture.",
  },
  scopes: { read: "curriculum:read", write: "curriculum:write" },
  events: {
    "curriculum.updated": {
      about: "Sections or lectures of a course were updated",
      object: "curriculum_change",
    },
    "lecture.published": { about: "A lecture was published" },
  },
  tables: [
    {
      table: "lecture_releases",
      holds: "Time up to which lecture openings were announced",
      impersonal: "site_id notified_until",
      erasure: { how: "keep", why: "No personal data." },
    },
    schoolData("sections", "School content and offers"),
    schoolData("lectures", "School content and offers"),
    schoolData("attachments", "School content and offers"),
    schoolData("quizzes", "School content and offers"),
    schoolData("quiz_versions", "School content and offers"),
    schoolData("assignments", "School content and offers"),
    {
      table: "lecture_drafts",
      holds: "Unpublished changes of an editor to a lecture",
      owner: { column: "member_id" },
      personal: "fields",
      impersonal: "site_id id lecture_id shown revision writer saved_at seen_at created_at",
      fixed: "shown writer",
      exportedAs: "lecture_drafts",
      merging: { how: "once", columns: "lecture_id", keeps: "survivor" },
      erasure: { how: "delete", why: "Only their author reads them." },
    },
    {
      table: "lecture_revisions",
      holds: "Earlier texts of lectures",
      kind: "lectureRevision",
      actors: "member_id",
      impersonal: "site_id id lecture_id revision title body_markdown created_at",
      kept: schoolText("title body_markdown"),
      merging: { how: "move" },
      erasure: { how: "pseudonymize", why: "School data. The author is removed." },
    },
  ],
  fileUses: [
    byColumn("attachment", sql`attachments`, sql`referencing.file_id`),
    {
      kind: "lecture",
      table: sql`lectures`,
      uses: (id) => sql`
      (referencing.video @> ${{ fileId: id }}::jsonb or referencing.video @> ${{ captions: [{ fileId: id }] }}::jsonb)`,
      files: sql`(jsonb_path_query(referencing.video, '$.**.fileId') #>> '{}')::uuid`,
      without: (id) => sql`
      video = case when referencing.video @> ${{ fileId: id }}::jsonb then null
                   else jsonb_set(referencing.video, '{captions}',
                                  jsonb_path_query_array(referencing.video, '$.captions[*] ? (@.fileId != $file)',
                                                         ${{ file: id }}::jsonb)) end`,
    },
  ],
  audit: {
    names: {
      assignment: { en: "Assignment", "zh-TW": "作業" },
      attachment: { en: "Attachment", "zh-TW": "附加檔案" },
      lecture: { en: "Lecture", "zh-TW": "單元" },
      quiz: { en: "Quiz", "zh-TW": "測驗" },
      section: { en: "Section", "zh-TW": "章節" },
    },
    actions: {
      createAttachment: { en: "An attachment was created", "zh-TW": "建立附加檔案" },
      createLecture: { en: "A lecture was created", "zh-TW": "建立單元" },
      createSection: { en: "A section was created", "zh-TW": "建立章節" },
      deleteAssignment: { en: "An assignment was deleted", "zh-TW": "刪除作業" },
      deleteAttachment: { en: "An attachment was deleted", "zh-TW": "刪除附加檔案" },
      deleteLecture: { en: "A lecture was deleted", "zh-TW": "刪除單元" },
      deleteQuiz: { en: "A quiz was deleted", "zh-TW": "刪除測驗" },
      deleteSection: { en: "A section was deleted", "zh-TW": "刪除章節" },
      duplicateLecture: { en: "A lecture was duplicated", "zh-TW": "複製單元" },
      duplicateSection: { en: "A section was duplicated", "zh-TW": "複製章節" },
      moveLecture: { en: "A lecture was moved", "zh-TW": "移動單元" },
      reorderSections: { en: "Sections of a course were reordered", "zh-TW": "調整課程章節順序" },
      restoreLectureRevision: {
        en: "A lecture was restored to an earlier revision",
        "zh-TW": "將單元還原到較早的版本",
      },
      replaceAssignment: { en: "An assignment was created or replaced", "zh-TW": "建立或取代作業" },
      replaceCurriculum: { en: "The curriculum of a course was replaced", "zh-TW": "取代課程大綱" },
      replaceQuiz: { en: "A quiz was created or replaced", "zh-TW": "建立或取代測驗" },
      restoreLecture: { en: "A deleted lecture was restored", "zh-TW": "復原刪除的單元" },
      restoreSection: { en: "A deleted section was restored", "zh-TW": "復原刪除的章節" },
      updateAttachment: { en: "An attachment was updated", "zh-TW": "修改附加檔案" },
      updateLecture: { en: "A lecture was updated", "zh-TW": "修改單元" },
      updateSection: { en: "A section was updated", "zh-TW": "修改章節" },
    },
  },
});
