import type { ResourceDeclaration } from "./resource.ts";

/** Resources of courses and learning, by the `object` of their schema. */
export const courseResources = {
  course: {
    group: "teach",
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
    label: ["name"],
    facts: ["plan_type", "price", "active", "seats_taken"],
    rare: ["position", "compare_at_price"],
  },
  course_category: {
    group: "teach",
    label: ["name"],
    facts: ["course_count", "position"],
    rare: ["slug", "position"],
  },
  section: {
    label: ["title"],
    facts: ["position", "status"],
    rare: ["position", "drip"],
  },
  lecture: {
    label: ["title"],
    facts: ["kind", "status", "is_preview", "duration_seconds"],
    rare: ["position", "drip", "min_role", "completion_rule", "live"],
  },
  lecture_revision: {
    label: ["title"],
    facts: ["revision", "member_id", "created_at"],
  },
  attachment: {
    label: ["title"],
    facts: ["kind", "downloadable"],
    rare: ["position"],
  },
  lecturer: {
    group: "teach",
    label: ["name"],
    facts: ["title", "course_count", "visible"],
    rare: ["position", "slug"],
  },
  certificate: {
    label: ["serial"],
    facts: ["student_name", "course_name", "status", "issued_at"],
  },
  quiz: { label: ["id"], facts: [] },
  assignment: { label: ["id"], facts: [] },
  enrollment_progress: { label: ["id"], facts: [] },
  quiz_attempt: {
    group: "teach",
    label: ["student_id"],
    facts: ["course_id", "lecture_id", "score_percent", "passed", "submitted_at"],
  },
  submission: {
    label: ["student_id"],
    facts: ["course_id", "status", "submitted_at", "score"],
  },
  lecture_progress: {
    label: ["lecture_id"],
    facts: ["student_id", "completed", "watched_seconds", "occurred_at"],
  },
  review: {
    label: ["title", "body", "member_id"],
    facts: ["rating", "course_id", "member_id", "status", "created_at"],
  },
  comment: {
    label: ["body"],
    facts: ["status", "course_id", "created_at"],
  },
  tag: {
    label: ["name"],
    facts: ["kind", "count"],
  },
} as const satisfies Record<string, ResourceDeclaration>;
