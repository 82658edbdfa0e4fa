import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import type { Context } from "#domain/platform/context.ts";
import { ReceivedFile } from "#domain/platform/input/received-file.ts";
import { Id, newId } from "#domain/platform/ids.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { notFound, Problem } from "#domain/platform/problem.ts";
import { limits } from "#domain/platform/rate-limits/rate-limits.ts";
import { requireWithin } from "#domain/platform/rate-limits/require-within.ts";
import { networkOf } from "#lib/network.ts";
import { asAnswers, keepFiles, storeFiles, type StoredFiles, withFiles } from "./answer-files.ts";
import { requireFilledIn } from "./answers.ts";
import { type Form, type FormRow, FormSubmission } from "./form.ts";
import { findFormBySlug, insertFormSubmission, lockForm } from "./queries.ts";
import { submissionCreated } from "./submission-event.ts";

/** A form as shown to respondents: current fields only. */
export interface FormToFillIn extends Pick<
  z.output<typeof Form>,
  "id" | "slug" | "name" | "status" | "audience" | "descriptionMarkdown" | "fields"
> {
  descriptionHtml: string | null;
  /** True if the viewer has to sign in first. */
  asksToSignIn: boolean;
}

const named = z.object({ slug: z.string().max(200) });

export const showForm = operation({
  name: "showForm",
  summary: "Retrieve a form to fill in",
  reads: forAnyone,
  input: named,
  output: z.custom<FormToFillIn>(),
  async run(context, { slug }) {
    const { fields, ...form } = await requireVisibleForm(context, slug);
    return {
      ...form,
      fields: fields.filter(({ retired }) => !retired),
      asksToSignIn: form.audience === "members" && memberOf(context.caller) === null,
    };
  },
  version: ({ version }) => version,
});

export const submitForm = operation({
  name: "submitForm",
  summary: "Submit a form",
  writes: forAnyone,
  input: named.extend({
    answers: z.record(z.string(), FormSubmission.shape.answers.valueType.nullable()),
    files: z.record(z.string(), z.instanceof(ReceivedFile)).default({}),
  }),
  output: z.object({ id: Id("formSubmission"), formId: Id("form") }),
  async prepare(context, { slug, answers, files }): Promise<{ stored: StoredFiles }> {
    const form = await requireVisibleForm(context, slug);
    requireMayAnswer(context, form);
    const memberId = memberOf(context.caller);
    if (memberId !== null) await requireWithin(context, limits.formPerMember, memberId);
    else await requireWithin(context, limits.formPerAddress, networkOf(context.address));
    // Validate first, so that no files of a rejected submission are stored.
    requireFilledIn(
      withFiles(answers, form, (handle) => files[handle] && "sent"),
      form,
    );
    return { stored: await storeFiles(context, form, files) };
  },
  async run(context, { slug, answers, stored }) {
    // The lock serializes the submission with changes of the form.
    const form = await lockForm(context, (await requireVisibleForm(context, slug)).id);
    requireMayAnswer(context, form);
    const fileIds = await keepFiles(context, stored);
    const submission = {
      id: newId(),
      formId: form.id,
      memberId: memberOf(context.caller),
      answers: requireFilledIn(withFiles(answers, form, asAnswers(fileIds)), form),
      fileIds: [...fileIds.values()],
      sourceUrl: `${context.site.origin}/forms/${form.slug}`,
    };
    await insertFormSubmission(context, submission, context.now);
    return submission;
  },
  unaudited: "not security-relevant: its event records it",
  event: (_input, submission) => submissionCreated(submission),
});

/** Drafts are not public. */
async function requireVisibleForm(context: Context, slug: string): Promise<FormRow> {
  const form = await findFormBySlug(context, slug);
  if (!form || form.status === "draft") throw notFound("form", slug);
  return form;
}

function requireMayAnswer({ caller }: Context, { status, audience }: FormRow): void {
  if (status !== "open") throw new Problem("invalid_state", "This form is closed.", { allowed: [] });
  if (audience === "members" && memberOf(caller) === null) {
    throw new Problem("role_required", "This form is for members. Sign in first.");
  }
}
