import { sql } from "#database/statements/sql.ts";
import { schoolData } from "#domain/platform/declared-table.ts";
import { defineResource } from "#domain/platform/resource.ts";

/** Forms and their submissions. */
export const forms = defineResource({
  ids: { form: "frm", formSubmission: "fsb" },
  tags: { forms: "Questionnaires of the school.", form_submissions: "Submissions of forms." },
  scopes: { read: "forms:read", write: null },
  events: { "form_submission.created": { about: "A form was submitted" } },
  tables: [
    {
      table: "form_submissions",
      holds: "Form submissions",
      kind: "formSubmission",
      owner: { column: "member_id" },
      personal: "answers file_ids source_url search_terms external_id metadata",
      impersonal: "site_id id form_id version created_at updated_at deleted_at",
      exportedAs: "form-submissions",
      merging: { how: "move" },
      erasure: {
        how: "own",
        why: "The person's submissions are deleted, and anonymous ones that contain their address.",
      },
    },
    schoolData("forms", "School content and offers"),
  ],
  fileUses: [
    {
      kind: "formSubmission",
      table: sql`(select * from form_submissions where file_ids <> '{}')`,
      uses: (id) => sql`referencing.file_ids @> array[${id}::uuid]`,
      files: sql`unnest(referencing.file_ids)`,
    },
  ],
  audit: {
    names: { form: { en: "Form", "zh-TW": "表單" } },
    actions: {
      createForm: { en: "A form was created", "zh-TW": "建立表單" },
      updateForm: { en: "A form was updated", "zh-TW": "修改表單" },
      openForm: { en: "A form was opened for submissions", "zh-TW": "開放表單" },
      closeForm: { en: "A form was closed", "zh-TW": "關閉表單" },
      deleteForm: { en: "A form was deleted", "zh-TW": "刪除表單" },
    },
  },
  exports: ["forms", "form_submissions"],
  imports: ["form_submissions"],
});
