import { sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { freeSlug } from "#domain/platform/names/free-slug.ts";
import { Id, newId } from "#domain/platform/ids.ts";
import { inAdminArea, operation } from "#domain/platform/operation.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { claimUnique, insertUnique, type Uniqueness, uniqueSlug } from "#domain/platform/names/uniqueness.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { FormChanges, NewForm, type Question } from "./form-definition.ts";
import { Form, type FormRow } from "./form.ts";
import { fieldsAfter } from "./keep-answered.ts";
import { serializeForm } from "./list-forms.ts";
import { answeredHandles, insertForm, isSlugTaken, lockForm, requireForm, updateFormRow } from "./queries.ts";

const uniqueForm: Uniqueness = { kind: "form", table: sql`forms`, what: "form", value: uniqueSlug };

export const createForm = operation({
  name: "createForm",
  summary: "Create a form",
  description: "The form starts as a draft.",
  writes: inAdminArea,
  input: NewForm,
  output: Form,
  async run(context, { fields = [], slug, ...input }) {
    await claimUnique(context, uniqueForm, undefined, { slug });
    const form = {
      ...input,
      id: newId(),
      slug: slug ?? (await freeSlug(context, input.name, "form", (candidate) => isSlugTaken(context, candidate))),
      fields: fieldsAfter(fields, [], () => false),
    };
    requireKnownSenders({ audience: "everybody", ...form });
    await insertUnique(context, uniqueForm, form, () => insertForm(context, form, context.now));
    return serializeForm(await requireForm(context, form.id));
  },
});

export const updateForm = operation({
  name: "updateForm",
  summary: "Update a form",
  description: "Existing answers stay readable.",
  writes: inAdminArea,
  input: FormChanges.extend({ id: Id("form") }),
  output: Form,
  async run(context, { id, fields, ...changes }) {
    const existing = await lockForm(context, id);
    requireVersion(context, existing);
    await claimUnique(context, uniqueForm, id, changes);
    const requested = fields && { fields: await fieldsFor(context, existing, fields) };
    requireKnownSenders({ ...existing, ...changes, ...requested });
    if (existing.status === "open" && requested && !asksSomething(requested)) {
      throw validationFailed("/fields", "too_small", "An open form must have at least one field. Close it first.");
    }
    await updateFormRow(context, { ...existing, ...changes, ...requested }, context.now);
    return serializeForm(await requireForm(context, id));
  },
});

/** Only removed fields and fields of a changed kind require a search in the answers. */
async function fieldsFor(context: Context, existing: FormRow, questions: readonly Question[]) {
  const requested = new Map(questions.map(({ handle, kind, retired }) => [handle, retired ? undefined : kind]));
  const doubtful = existing.fields
    .filter(({ handle, kind }) => requested.get(handle) !== kind)
    .map(({ handle }) => handle);
  const answered = new Set(await answeredHandles(context, existing.id, doubtful));
  return fieldsAfter(questions, existing.fields, (handle) => answered.has(handle));
}

/** Anonymous senders could fill the storage, and could not have their files erased. */
function requireKnownSenders({ audience, fields }: Pick<FormRow, "audience" | "fields">): void {
  if (audience === "members" || !fields.some(({ kind, retired }) => kind === "file" && !retired)) return;
  throw validationFailed(
    "/audience",
    "not_applicable",
    "Only forms for signed-in members can ask for files. Set audience to members.",
  );
}

/** Returns whether the form has active fields. */
export const asksSomething = ({ fields }: Pick<FormRow, "fields">): boolean => fields.some(({ retired }) => !retired);
