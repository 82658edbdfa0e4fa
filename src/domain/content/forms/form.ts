import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { ExternalId, Html, Markdown, Metadata } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { type SubmissionRow } from "#domain/learning/submissions/submission.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { untrusted } from "#lib/wire/untrusted.ts";
import { addressed, SubmissionFile } from "#domain/files/files/file-address.ts";

export const formStatuses = ["draft", "open", "closed"] as const;

/** Permitted submitters of the form: everyone, or signed-in members only. */
export const audiences = ["everybody", "members"] as const;

export const fieldKinds = [
  "text",
  "long_text",
  "email",
  "phone",
  "number",
  "date",
  "bool",
  "choice",
  "choices",
  "file",
] as const;

export const FormField = z
  .object({
    handle: z.string().meta({ description: "The key of its answers" }),
    label: z.string(),
    kind: z.enum(fieldKinds),
    required: z.boolean(),
    choices: z.array(z.string()).optional().meta({ description: "For fields of type `choice` or `choices`" }),
    retired: z
      .boolean()
      .optional()
      .meta({ description: "True for a field that is no longer part of the form but has answers" }),
  })
  .meta({ id: "FormField" });

/** A form of a school. */
export const Form = versionedResource("form", {
  name: z.string(),
  slug: z.string(),
  status: z.enum(formStatuses),
  audience: z.enum(audiences).meta({ description: "Audience of the form: everyone, or signed-in members only" }),
  descriptionMarkdown: Markdown.meta({ description: "Introduction above the questions" }),
  descriptionHtml: Html,
  fields: z.array(FormField),
  submissionCount: z.number().int().min(0),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
  createdAt: Instant,
  updatedAt: Instant,
});

/** A form in lists, without its fields and description. */
export const FormSummary = Form.omit({ fields: true, descriptionMarkdown: true, descriptionHtml: true }).meta({
  id: "FormSummary",
});

const Answer = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

export const FormSubmission = versionedResource("formSubmission", {
  formId: Id("form"),
  /** Null if the sender was not signed in. */
  memberId: Id("member").nullable(),
  answers: untrusted(
    z.record(z.string(), Answer).meta({ description: "Keyed by field handle. Fields left empty are omitted." }),
  ),
  files: z
    .array(SubmissionFile)
    .meta({ description: "Uploaded files. The answer to a field of type `file` is the ID of one of them." }),
  sourceUrl: untrusted(z.string().nullable()),
  externalId: ExternalId.nullable(),
  metadata: Metadata,
  createdAt: Instant,
  updatedAt: Instant,
});

export type FormField = z.output<typeof FormField>;
export type Answers = z.output<typeof FormSubmission>["answers"];

export interface FormRow extends Omit<z.output<typeof Form>, "object" | "descriptionHtml"> {
  /** Null if not rendered yet. */
  descriptionHtml: string | null;
  version: number;
}
export interface FormSubmissionRow extends Omit<z.output<typeof FormSubmission>, "object" | "files"> {
  version: number;
  files: SubmissionRow["files"];
}

export const serializeFormSubmission = (context: Context, submission: FormSubmissionRow) => ({
  object: "form_submission" as const,
  ...submission,
  files: addressed(context, submission.files),
});
