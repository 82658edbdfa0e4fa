import type { PersonalTable } from "../personal-table.ts";

/** Learning records: progress, submissions, certificates. */
export const learning: readonly PersonalTable[] = [
  {
    table: "progress_reports",
    holds: "Ids of progress reports from players",
    owner: { column: "enrollment_id", through: "enrollments" },
    impersonal: "site_id id reported_at",
    erasure: { how: "delete", why: "They only detect repeated reports." },
  },
  {
    table: "lecture_progress",
    holds: "Progress in each lecture",
    kind: "lectureProgress",
    owner: { column: "enrollment_id", through: "enrollments" },
    impersonal:
      "site_id id lecture_id position_seconds watched_seconds completed_at first_opened_at updated_at completion_decided_at counted_opened_at counted_completed_at counted_updated_at counted_watched_seconds",
    exportedAs: "progress",
    erasure: { how: "pseudonymize", why: "Course statistics count it. It stays with the pseudonymous enrollment." },
  },
  {
    table: "quiz_attempts",
    holds: "Quiz answers and scores",
    kind: "quizAttempt",
    owner: { column: "student_id" },
    personal: "answers external_id metadata",
    impersonal:
      "site_id id lecture_id enrollment_id course_id quiz_version attempt_no started_at ends_at submitted_at score_percent passed version created_at updated_at deleted_at counted_submitted_at counted_passed",
    exportedAs: "quiz-attempts",
    erasure: {
      how: "pseudonymize",
      blank: { answers: "'[]'", external_id: "null", metadata: "'{}'" },
      why: "Statistics count attempts. Answers are deleted.",
    },
  },
  {
    table: "submissions",
    holds: "Assignment submissions and feedback",
    kind: "submission",
    owner: { column: "student_id" },
    actors: "graded_by",
    personal: "text url file_ids feedback_markdown feedback_html external_id metadata",
    impersonal:
      "site_id id lecture_id enrollment_id course_id status submitted_at due_at given_score score graded_at version created_at updated_at deleted_at",
    exportedAs: "submissions",
    erasure: {
      how: "pseudonymize",
      blank: {
        text: "null",
        url: "null",
        file_ids: "'{}'",
        feedback_markdown: "null",
        feedback_html: "null",
        external_id: "null",
        metadata: "'{}'",
      },
      why: "Statistics count submissions and grades. Content and feedback are deleted.",
    },
  },
  {
    table: "certificates",
    holds: "Certificates of course completion, with the person's name",
    kind: "certificate",
    owner: { column: "student_id" },
    personal: "serial student_name revoke_reason external_id metadata",
    impersonal:
      "site_id id enrollment_id course_id course_name status issued_at revoked_at version created_at updated_at deleted_at counted_issued_at",
    exportedAs: "certificates",
    erasure: {
      how: "delete",
      why: "The certificate number becomes unknown, so the certificate can no longer be verified.",
    },
  },
  {
    table: "enrollments",
    holds: "Course enrollments and progress",
    kind: "enrollment",
    owner: { column: "student_id" },
    personal: "revoke_reason external_id metadata unlocked",
    impersonal:
      "site_id id course_id status source starts_at expires_at enrolled_at completed_at revoked_at last_lecture_id last_position_seconds last_activity_at version created_at updated_at deleted_at plan_id source_id counted_enrolled_at counted_completed_at counted_source",
    exportedAs: "enrollments",
    erasure: {
      how: "pseudonymize",
      blank: {
        revoke_reason: "null",
        unlocked: "null",
        external_id: "null",
        metadata: "'{}'",
        status: "case when status in ('active', 'scheduled') then 'expired' else status end",
        expires_at: "least(expires_at, :now)",
      },
      why: "Course statistics count them. Active enrollments end.",
    },
  },
  {
    table: "reviews",
    holds: "Course reviews",
    kind: "review",
    owner: { column: "member_id" },
    personal: "title body reply external_id metadata",
    impersonal:
      "site_id id course_id rating status replied_at edited_at hidden_at version created_at updated_at deleted_at",
    exportedAs: "reviews",
    erasure: {
      how: "pseudonymize",
      blank: { title: "null", body: "''", reply: "null", external_id: "null", metadata: "'{}'" },
      why: "Statistics count the rating. The texts of the review and the reply are deleted.",
    },
  },
  {
    table: "comments",
    holds: "Comments on courses, lectures, posts and submissions",
    kind: "comment",
    owner: { column: "author_id" },
    personal: "body search_terms external_id metadata",
    impersonal:
      "site_id id commentable_type commentable_id course_id parent_id thread_id depth author_role status reply_count like_count answered edited_at version created_at updated_at deleted_at counted_at",
    exportedAs: "comments",
    erasure: {
      how: "pseudonymize",
      blank: { body: "''", search_terms: "'{}'", external_id: "null", metadata: "'{}'" },
      why: "The text is deleted. The empty comment stays, so that replies keep their position.",
    },
  },
];
