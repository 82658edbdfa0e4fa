import { isDeepStrictEqual } from "node:util";
import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { ExternalId, Slug } from "#domain/platform/fields.ts";
import { requireAnswers } from "#domain/content/forms/answers.ts";
import { submissionCreated } from "#domain/content/forms/submission-event.ts";
import { FormSubmission, type FormRow, type FormSubmissionRow } from "#domain/content/forms/form.ts";
import {
  insertSubmissions,
  listFormsById,
  lockSubmissions,
  type StoredSubmission,
  updateSubmissions,
} from "#domain/content/forms/store-submissions.ts";
import { Id, newId } from "#domain/platform/ids.ts";
import { Start } from "#domain/platform/time/instant.ts";
import type { Outcome } from "#domain/platform/jobs/job-work.ts";
import { mergeMetadata, MetadataChanges } from "#domain/platform/metadata.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import {
  isSound,
  otherRecord,
  ownKeys,
  planRecords,
  recordImport,
  requireFindable,
  type SaveOptions,
  valueOr,
} from "../record-import.ts";
import { referables, required, type Resolved, resolveRows } from "../references.ts";
import { byMember, memberNames } from "#domain/transfer/imports/records/subscriptions/subscription-row.ts";
import { mustGet } from "#lib/collections/must-get.ts";

const Answer = z.union([
  z.string().max(20_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(2000)).max(200),
  z.null(),
]);

const SubmissionRow = z.object({
  id: Id("formSubmission").optional(),
  externalId: ExternalId.nullable().optional(),
  formId: Id("form").nullable().optional(),
  formExternalId: ExternalId.nullable().optional(),
  formSlug: Slug.nullable().optional(),
  ...memberNames,
  answers: z.record(z.string().min(1).max(100), Answer).optional(),
  sourceUrl: z.string().max(2000).nullable().optional(),
  createdAt: Start.optional(),
  metadata: MetadataChanges.optional(),
});
type SubmissionRow = z.output<typeof SubmissionRow>;

/**
 * Form submissions. There is no scope for writing them; `school:write` includes importing them. Identified by id or
 * external id, otherwise by form, member and timestamp.
 */
export const formSubmissions = recordImport({
  summary: "Form submissions",
  scopes: [],
  resource: FormSubmission,
  row: SubmissionRow,
  keysOf({ formId, formExternalId, formSlug, memberId, memberExternalId, memberEmail, createdAt, ...row }) {
    const named = ownKeys(row);
    const sent = [formId ?? formExternalId ?? formSlug, memberId ?? memberExternalId ?? memberEmail];
    return { own: named.length > 0 ? named : [`${sent.join(" ")} ${createdAt?.toISOString() ?? ""}`] };
  },
  save: saveSubmissions,
});

type ResolvedRow = Resolved<SubmissionRow, "formId" | "memberId">;

async function saveSubmissions(
  context: Context,
  rows: readonly SubmissionRow[],
  options: SaveOptions,
): Promise<readonly Outcome[]> {
  const resolved = await resolveRows(context, referables.formSubmission, rows, {
    formId: [referables.form, { id: "formId", externalId: "formExternalId", slug: "formSlug" }],
    memberId: [referables.member, byMember],
  });
  const sound = resolved.filter(isSound);
  const sent = sound.flatMap(({ own, formId, row: { createdAt } }) =>
    own === null && formId !== null && createdAt ? [{ formId, createdAt }] : [],
  );
  const existing = await lockSubmissions(
    context,
    sound.flatMap(({ own }) => own ?? []),
    sent,
  );
  const formIds = [...sound.flatMap(({ formId }) => formId ?? []), ...existing.map(({ formId }) => formId)];
  const forms = new Map((await listFormsById(context, [...new Set(formIds)])).map((form) => [form.id, form]));
  const { outcomes, made, changed } = await planRecords(resolved, options, {
    find: (one) => findExisting(existing, one),
    change: (before, one) => withRow(before, one, forms.get(before.formId)),
    create: (one) => newSubmission(one, forms, context.now),
    compared: ["memberId", "answers", "sourceUrl", "externalId", "metadata"],
  });
  await insertSubmissions(context, made, context.now);
  await updateSubmissions(
    context,
    changed.map(({ after }) => after),
    context.now,
  );
  await recordEvents(context, made.map(submissionCreated));
  return outcomes;
}

function findExisting(
  existing: readonly FormSubmissionRow[],
  { row, own, formId, memberId }: ResolvedRow,
): FormSubmissionRow | undefined {
  if (own !== null) return existing.find(({ id }) => id === own);
  if (row.externalId) return undefined;
  return existing.find(
    (one) => one.formId === formId && one.memberId === memberId && one.createdAt.getTime() === row.createdAt?.getTime(),
  );
}

function newSubmission(
  { row, formId, memberId }: ResolvedRow,
  forms: ReadonlyMap<string, FormRow>,
  now: Date,
): StoredSubmission {
  const form = required(formId, "/formId", "a form, by form_id, form_external_id or form_slug");
  if (row.answers === undefined) throw validationFailed("/answers", "required", "A new submission needs its answers.");
  requireFindable(row);
  return {
    id: newId(),
    formId: form,
    memberId,
    answers: requireAnswers(row.answers, mustGet(forms, form)),
    sourceUrl: row.sourceUrl ?? null,
    externalId: row.externalId ?? null,
    metadata: mergeMetadata({}, row.metadata ?? {}),
    createdAt: row.createdAt ?? now,
  };
}

function withRow(
  before: FormSubmissionRow,
  { row, formId, memberId }: ResolvedRow,
  form: FormRow | undefined,
): StoredSubmission {
  if ((formId ?? before.formId) !== before.formId) {
    throw otherRecord(row, "This external_id belongs to a submission of another form.");
  }
  const { answers } = row;
  const isSaid = answers !== undefined && form !== undefined && !isDeepStrictEqual(answers, before.answers);
  return {
    ...before,
    memberId: memberId ?? before.memberId,
    answers: isSaid ? requireAnswers(answers, form) : before.answers,
    sourceUrl: valueOr(row.sourceUrl, before.sourceUrl),
    externalId: valueOr(row.externalId, before.externalId),
    metadata: row.metadata ? mergeMetadata(before.metadata, row.metadata) : before.metadata,
  };
}
