import type { AdminResource } from "./resource.ts";

/** Resources of courses and learning, by the `object` of their schema. */
export const courseResources = {
  course: {
    group: "teach",
    names: { en: ["course", "Courses"], "zh-TW": "課程" },
    about: {
      en: "What students learn: sections with lectures, prices, and rules of access.",
      "zh-TW": "學員學習的內容：章節與單元、價格與觀看期限。",
    },
    label: ["name"],
    facts: ["status", "course_type", "enrollment_count", "lecture_count", "updated_at"],
    rare: [
      "position",
      "seo",
      "available_from",
      "available_until",
      "drip",
      "completion",
      "comments_enabled",
      "promo_video_attachment_id",
    ],
  },
  course_plan: {
    names: { en: ["price", "Prices"], "zh-TW": "價格方案" },
    label: ["name"],
    facts: ["plan_type", "price", "active", "seats_taken"],
    rare: ["position", "compare_at_price"],
  },
  course_category: {
    group: "teach",
    names: { en: ["course category", "Course categories"], "zh-TW": "課程分類" },
    label: ["name"],
    facts: ["course_count", "position"],
    rare: ["slug", "position"],
  },
  section: {
    names: { en: ["section", "Sections"], "zh-TW": "章節" },
    label: ["title"],
    facts: ["position", "status"],
    rare: ["position", "drip"],
  },
  lecture: {
    names: { en: ["lecture", "Lectures"], "zh-TW": "單元" },
    label: ["title"],
    facts: ["kind", "status", "is_preview", "duration_seconds"],
    rare: ["position", "drip", "min_role", "completion_rule", "live"],
  },
  lecture_revision: {
    names: { en: ["former version", "Former versions"], "zh-TW": "先前的版本" },
    label: ["title"],
    facts: ["revision", "member_id", "created_at"],
  },
  attachment: {
    names: { en: ["attachment", "Attachments"], "zh-TW": "附件" },
    label: ["title"],
    facts: ["kind", "downloadable"],
    rare: ["position"],
  },
  lecturer: {
    group: "teach",
    names: { en: ["lecturer", "Lecturers"], "zh-TW": "講師" },
    about: {
      en: "The people whom course pages introduce. A lecturer with a member account can work in the admin area.",
      "zh-TW": "課程頁面介紹的人。講師連結到成員帳號後，可以進入管理後台。",
    },
    label: ["name"],
    facts: ["title", "course_count", "visible"],
    rare: ["position", "slug"],
  },
  certificate: {
    names: { en: ["certificate", "Certificates"], "zh-TW": "證書" },
    label: ["serial"],
    facts: ["student_name", "course_name", "status", "issued_at"],
  },
  quiz: { names: { en: ["quiz", "Quiz"], "zh-TW": "測驗" }, label: ["id"], facts: [] },
  assignment: { names: { en: ["assignment", "Assignment"], "zh-TW": "作業" }, label: ["id"], facts: [] },
  enrollment_progress: { names: { en: ["progress", "Progress"], "zh-TW": "進度" }, label: ["id"], facts: [] },
  quiz_attempt: {
    group: "teach",
    names: { en: ["quiz attempt", "Quiz attempts"], "zh-TW": "測驗作答" },
    label: ["student_id"],
    facts: ["course_id", "lecture_id", "score_percent", "passed", "submitted_at"],
  },
  submission: {
    names: { en: ["submission", "Submissions"], "zh-TW": "作業" },
    label: ["student_id"],
    facts: ["course_id", "status", "submitted_at", "score"],
  },
  lecture_progress: {
    names: { en: ["lecture progress", "Progress of lectures"], "zh-TW": "單元進度" },
    label: ["lecture_id"],
    facts: ["student_id", "completed", "watched_seconds", "occurred_at"],
  },
  review: {
    names: { en: ["review", "Reviews"], "zh-TW": "評價" },
    label: ["title", "body", "member_id"],
    facts: ["rating", "course_id", "member_id", "status", "created_at"],
  },
  comment: {
    names: { en: ["comment", "Comments"], "zh-TW": "留言" },
    label: ["body"],
    facts: ["status", "course_id", "created_at"],
  },
  tag: {
    names: { en: ["tag", "Tags"], "zh-TW": "標籤" },
    label: ["name"],
    facts: ["kind", "count"],
  },
} as const satisfies Record<string, AdminResource>;
