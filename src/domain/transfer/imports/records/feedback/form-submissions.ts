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
import { Start } from "#domain/platform/instant.ts";
import type { Outcome } from "#domain/platform/jobs/job-work.ts";
import { mergeMetadata, MetadataChanges } from "#domain/platform/metadata.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { Problem, validationFailed } from "#domain/platform/problem.ts";
import {
  alreadyThere,
  eachAlone,
  isSound,
  recordImport,
  type SaveOptions,
} from "#domain/transfer/imports/records/record-import.ts";
import {
  findOwn,
  foundAt,
  refer,
  referables,
  required,
  resolveEach,
} from "#domain/transfer/imports/records/references.ts";
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
  keysOf({ id, externalId, formId, formExternalId, formSlug, memberId, memberExternalId, memberEmail, createdAt }) {
    const named = [...(id ? [id] : []), ...(externalId ? [`x:${externalId}`] : [])];
    const sent = [formId ?? formExternalId ?? formSlug, memberId ?? memberExternalId ?? memberEmail];
    return { own: named.length > 0 ? named : [`${sent.join(" ")} ${createdAt?.toISOString() ?? ""}`] };
  },
  save: saveSubmissions,
});

interface ResolvedRow {
  row: SubmissionRow;
  own: string | null;
  formId: string | null;
  memberId: string | null;
}

async function saveSubmissions(
  context: Context,
  rows: readonly SubmissionRow[],
  { createsOnly }: SaveOptions,
): Promise<readonly Outcome[]> {
  const resolved = await resolveRows(context, rows);
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
  const made: StoredSubmission[] = [];
  const changed: StoredSubmission[] = [];
  const outcomes = await eachAlone(resolved, (one) => {
    if (one instanceof Problem) return one;
    const before = findExisting(existing, one);
    if (before) {
      if (createsOnly) return alreadyThere();
      const after = withRow(before, one, forms.get(before.formId));
      if (isSame(before, after)) return "unchanged";
      changed.push(after);
      return "updated";
    }
    made.push(newSubmission(one, forms, context.now));
    return "created";
  });
  await insertSubmissions(context, made, context.now);
  await updateSubmissions(context, changed, context.now);
  await recordEvents(context, made.map(submissionCreated));
  return outcomes;
}

async function resolveRows(context: Context, rows: readonly SubmissionRow[]): Promise<(ResolvedRow | Problem)[]> {
  const own = await findOwn(context, referables.formSubmission, rows);
  const byForm = { id: "formId", externalId: "formExternalId", slug: "formSlug" } as const;
  const forms = await refer(context, referables.form, rows, byForm);
  const members = await refer(context, referables.member, rows, byMember);
  return resolveEach(rows, (row, index) => ({
    row,
    own: foundAt(own, index),
    formId: foundAt(forms, index),
    memberId: foundAt(members, index),
  }));
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
  if (form instanceof Problem) throw form;
  if (row.answers === undefined) throw validationFailed("/answers", "required", "A new submission needs its answers.");
  if (!row.externalId && !row.createdAt) {
    const detail = "A new row needs external_id or created_at, so that a repeated import can find it.";
    throw validationFailed("/externalId", "required", detail);
  }
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
    const pointer = row.id === undefined ? "/externalId" : "/id";
    throw validationFailed(pointer, "conflict", "This external_id belongs to a submission of another form.");
  }
  const { answers } = row;
  const isSaid = answers !== undefined && form !== undefined && !isDeepStrictEqual(answers, before.answers);
  return {
    ...before,
    memberId: memberId ?? before.memberId,
    answers: isSaid ? requireAnswers(answers, form) : before.answers,
    sourceUrl: row.sourceUrl === undefined ? before.sourceUrl : row.sourceUrl,
    externalId: row.externalId === undefined ? before.externalId : row.externalId,
    metadata: row.metadata ? mergeMetadata(before.metadata, row.metadata) : before.metadata,
  };
}

const compared = ["memberId", "answers", "sourceUrl", "externalId", "metadata"] as const;

const isSame = (before: FormSubmissionRow, after: StoredSubmission): boolean =>
  compared.every((field) => isDeepStrictEqual(before[field], after[field]));
