import { sql } from "#database/statements/sql.ts";
import { workDraftsTable } from "#domain/learning/work-drafts/declaration.ts";
import { defineResource } from "#domain/platform/resource.ts";

/** Submitted assignments. */
export const submissions = defineResource({
  ids: { submission: "sbm" },
  tags: { submissions: "Submitted work and its grades." },
  scopes: { read: "students:read", write: "students:write" },
  events: {
    "submission.created": { about: "An assignment was submitted" },
    "submission.withdrawn": { about: "A student took back a submission that was not graded yet" },
    "submission.graded": { about: "A submission was graded or returned" },
  },
  tables: [
    workDraftsTable,
    {
      table: "submissions",
      holds: "Assignment submissions and feedback",
      kind: "submission",
      owner: { column: "student_id" },
      actors: "graded_by",
      personal: "text url file_ids feedback_markdown feedback_html earlier_versions external_id metadata",
      impersonal:
        "site_id id lecture_id enrollment_id course_id status submitted_at due_at given_score score graded_at feedback_at version created_at updated_at deleted_at",
      // The person reads a grade when it is given.
      secret: "held_grade",
      exportedAs: "submissions",
      merging: { how: "move" },
      erasure: {
        how: "pseudonymize",
        blank: {
          text: "null",
          url: "null",
          file_ids: "'{}'",
          feedback_markdown: "null",
          feedback_html: "null",
          earlier_versions: "'[]'",
          held_grade: "null",
          external_id: "null",
          metadata: "'{}'",
        },
        why: "Statistics count submissions and grades. Content and feedback are deleted.",
      },
    },
  ],
  fileUses: [
    {
      kind: "submission",
      // Repeats the condition of the index, so that the planner uses it.
      table: sql`(select * from submissions where file_ids <> '{}')`,
      uses: (id) => sql`referencing.file_ids @> array[${id}::uuid]`,
      files: sql`unnest(referencing.file_ids)`,
    },
  ],
  audit: {
    names: { submission: { en: "Submission", "zh-TW": "作業繳交" } },
    actions: {
      gradeSubmission: { en: "A submission was graded or returned", "zh-TW": "批改或退回學員的作業" },
      recordSubmission: { en: "An assignment was submitted for a student", "zh-TW": "代學員繳交作業" },
    },
  },
  exports: ["submissions"],
});
