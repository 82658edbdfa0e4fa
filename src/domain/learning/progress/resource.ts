import { defineResource } from "#domain/platform/resource.ts";

/** Progress of students in lectures. */
export const progress = defineResource({
  ids: { lectureProgress: "lpr" },
  tags: {
    lecture_progress: "The progress of each student in each lecture.",
    progress_events: "Progress events that players report: opened, watched, completed.",
  },
  scopes: { read: "students:read", write: "students:write" },
  events: { "lecture_progress.completed": { about: "A student completed a lecture" } },
  tables: [
    {
      table: "progress_reports",
      holds: "IDs of progress reports from players",
      owner: { column: "enrollment_id", through: "enrollments" },
      impersonal: "site_id id reported_at",
      merging: { how: "follow" },
      erasure: { how: "delete", why: "They only detect repeated reports." },
    },
    {
      table: "lecture_progress",
      holds: "Progress in each lecture",
      kind: "lectureProgress",
      owner: { column: "enrollment_id", through: "enrollments" },
      impersonal:
        "site_id id lecture_id position_seconds watched_seconds completed_at first_opened_at updated_at recorded_at completion_decided_at counted_opened_at counted_completed_at counted_updated_at counted_watched_seconds watched_intervals watch_started_at",
      fixed: "watched_intervals",
      exportedAs: "progress",
      merging: { how: "follow" },
      erasure: { how: "pseudonymize", why: "Course statistics count it. It stays with the pseudonymous enrollment." },
    },
  ],
  audit: {
    names: {},
    actions: {
      reportProgress: {
        en: "Progress of a student was reported by another system",
        "zh-TW": "其他系統回報了學員的學習進度",
      },
      bulkProgressEvents: {
        en: "Progress of students was reported by another system",
        "zh-TW": "其他系統批次回報了學習進度",
      },
      resetProgress: { en: "A student's progress was reset", "zh-TW": "重設學員的學習進度" },
      replaceUnlocks: {
        en: "The content unlocked early for a student was changed",
        "zh-TW": "已變更提前對學員開放的內容",
      },
    },
  },
  exports: ["lecture_progress"],
  imports: ["lecture_progress"],
});
