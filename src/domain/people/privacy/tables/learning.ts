import type { PersonalTable } from "../personal-table.ts";

/** What somebody learned, said and was given for it. */
export const learning: readonly PersonalTable[] = [
  {
    table: "progress_reports",
    holds: "Ids of what a player reported",
    owner: { column: "enrollment_id", through: "enrollments" },
    impersonal: "site_id id reported_at",
    erasure: { how: "delete", why: "They are of use for a repetition alone." },
  },
  {
    table: "lecture_progress",
    holds: "How far somebody came in each lecture",
    kind: "lectureProgress",
    owner: { column: "enrollment_id", through: "enrollments" },
    impersonal:
      "site_id id lecture_id position_seconds watched_seconds completed_at first_opened_at updated_at completion_decided_at counted_opened_at counted_completed_at counted_updated_at counted_watched_seconds",
    exportedAs: "progress",
    erasure: { how: "pseudonymise", why: "Courses count it: it stays with the enrollment, which leads to nobody." },
  },
  {
    table: "quiz_attempts",
    holds: "What somebody answered in a quiz, and how good it was",
    kind: "quizAttempt",
    owner: { column: "student_id" },
    personal: "answers external_id metadata",
    impersonal:
      "site_id id lecture_id enrollment_id course_id quiz_version attempt_no started_at ends_at submitted_at score_percent passed version created_at updated_at deleted_at counted_submitted_at counted_passed",
    exportedAs: "quiz-attempts",
    erasure: {
      how: "pseudonymise",
      blank: { answers: "'[]'", external_id: "null", metadata: "'{}'" },
      why: "Attempts are counted; what was answered goes.",
    },
  },
  {
    table: "submissions",
    holds: "What somebody handed in, and what was said of it",
    kind: "submission",
    owner: { column: "student_id" },
    actors: "graded_by",
    personal: "text url file_ids feedback_markdown feedback_html external_id metadata",
    impersonal:
      "site_id id lecture_id enrollment_id course_id status submitted_at due_at given_score score graded_at version created_at updated_at deleted_at",
    exportedAs: "submissions",
    erasure: {
      how: "pseudonymise",
      blank: {
        text: "null",
        url: "null",
        file_ids: "'{}'",
        feedback_markdown: "null",
        feedback_html: "null",
        external_id: "null",
        metadata: "'{}'",
      },
      why: "That something was handed in and graded is counted; what it was, and what was said of it, goes.",
    },
  },
  {
    table: "certificates",
    holds: "What proves that somebody completed a course, with their name",
    kind: "certificate",
    owner: { column: "student_id" },
    personal: "serial student_name revoke_reason external_id metadata",
    impersonal:
      "site_id id enrollment_id course_id course_name status issued_at revoked_at version created_at updated_at deleted_at counted_issued_at",
    exportedAs: "certificates",
    erasure: {
      how: "delete",
      why: "Its number is answered as one that was never given: nothing remains to be checked.",
    },
  },
  {
    table: "enrollments",
    holds: "Which courses somebody takes, and how far they came",
    kind: "enrollment",
    owner: { column: "student_id" },
    personal: "revoke_reason external_id metadata unlocked",
    impersonal:
      "site_id id course_id status source starts_at expires_at enrolled_at completed_at revoked_at last_lecture_id last_position_seconds last_activity_at version created_at updated_at deleted_at plan_id source_id counted_enrolled_at counted_completed_at counted_source",
    exportedAs: "enrollments",
    erasure: {
      how: "pseudonymise",
      blank: {
        revoke_reason: "null",
        unlocked: "null",
        external_id: "null",
        metadata: "'{}'",
        status: "case when status in ('active', 'scheduled') then 'expired' else status end",
        expires_at: "least(expires_at, :now)",
      },
      why: "Courses count them. One that goes on ends.",
    },
  },
  {
    table: "reviews",
    holds: "What somebody says of a course",
    kind: "review",
    owner: { column: "member_id" },
    personal: "title body reply external_id metadata",
    impersonal:
      "site_id id course_id rating status replied_at edited_at hidden_at version created_at updated_at deleted_at",
    exportedAs: "reviews",
    erasure: {
      how: "pseudonymise",
      blank: { title: "null", body: "''", reply: "null", external_id: "null", metadata: "'{}'" },
      why: "The rating is counted; the words go, and those of the answer.",
    },
  },
  {
    table: "comments",
    holds: "What somebody said below a course, a lecture, a post or what was handed in",
    kind: "comment",
    owner: { column: "author_id" },
    personal: "body search_terms external_id metadata",
    impersonal:
      "site_id id commentable_type commentable_id course_id parent_id thread_id depth author_role status reply_count like_count answered edited_at version created_at updated_at deleted_at counted_at",
    exportedAs: "comments",
    erasure: {
      how: "pseudonymise",
      blank: { body: "''", search_terms: "'{}'", external_id: "null", metadata: "'{}'" },
      why: "What others said below it keeps its place; the words go.",
    },
  },
];
