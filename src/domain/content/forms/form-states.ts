import * as z from "zod";
import { endRedirectsTo } from "#domain/platform/addresses/move-address.ts";
import type { Context } from "#domain/platform/context.ts";
import { Id } from "#domain/platform/ids.ts";
import { lifecycles } from "#domain/platform/states/lifecycles.ts";
import { inAdminArea, operation } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { requireVersion } from "#domain/platform/version.ts";
import { Form } from "./form.ts";
import { serializeForm } from "./list-forms.ts";
import { deleteFormRow, hasService, hasSubmissions, lockForm, requireForm, updateFormRow } from "./queries.ts";
import { asksSomething } from "./save-form.ts";

const FormId = z.object({ id: Id("form") });

export const openForm = operation({
  name: "openForm",
  summary: "Open a form for submissions",
  writes: inAdminArea,
  input: FormId,
  output: Form,
  run: (context, { id }) => move(context, id, "open"),
});

export const closeForm = operation({
  name: "closeForm",
  summary: "Close a form",
  writes: inAdminArea,
  input: FormId,
  output: Form,
  run: (context, { id }) => move(context, id, "close"),
});

export const deleteForm = operation({
  name: "deleteForm",
  summary: "Delete a form",
  description: "Only a form without submissions can be deleted.",
  writes: inAdminArea,
  input: FormId,
  output: FormId,
  async run(context, { id }) {
    const form = await lockForm(context, id);
    requireVersion(context, form);
    if (await hasSubmissions(context, id)) {
      throw new Problem("has_dependents", "The form has submissions. Close it instead, so that they stay readable.");
    }
    if (await hasService(context, id)) {
      throw new Problem(
        "has_dependents",
        "A consulting service uses this form for bookings. Choose another form there first.",
      );
    }
    await deleteFormRow(context, id, context.now);
    await endRedirectsTo(context, id);
    return { id };
  },
});

async function move(context: Context, id: string, action: "open" | "close") {
  const form = await lockForm(context, id);
  requireVersion(context, form);
  const status = lifecycles.form.next(action, form.status);
  if (status === "open" && !asksSomething(form)) {
    throw new Problem("not_publishable", "The form has no fields. Add a field first.");
  }
  await updateFormRow(context, { ...form, status }, context.now);
  return serializeForm(await requireForm(context, id));
}
