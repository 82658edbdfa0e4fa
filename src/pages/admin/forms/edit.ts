import type { FastifyInstance } from "fastify";
import { getForm } from "#domain/content/forms/list-forms.ts";
import type { FormRow } from "#domain/content/forms/form.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { isFieldOf } from "#lib/json/typed-object.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { acceptForms } from "../../responses/conventions.ts";
import { sendPage } from "../../responses/send.ts";
import { formEditor, type FormEditor } from "../../views/admin/forms/form-editor.ts";
import { formsPath } from "../../views/admin/forms/forms.ts";
import { staleFormOf } from "../../forms/stale-form.ts";
import { formOf } from "../../responses/page-request.ts";
import { adminPageOf, type AdminPageRequest, adminPageRequestOf } from "../parts/page-request.ts";
import { shownIn } from "../derived/submitted.ts";
import { addressOf } from "./change.ts";
import { performForm } from "../parts/perform-once.ts";
import { getPage } from "../parts/routes.ts";
import { mergeTyped, shownByEditor } from "./merge-typed.ts";
import type { One } from "./read.ts";
import { definitionOf, readTyped, rearrange, typedOf } from "./typed-form.ts";

/** Bytes: 60 questions with their choices. */
const maxForm = 1024 * 1024;

/** GET and POST /admin/forms/new and /admin/forms/{id}/edit. Only the save button stores changes. */
export const editPages = async (app: FastifyInstance): Promise<void> => {
  acceptForms(app, maxForm);

  getPage(app, `${formsPath}/new`, async (pageRequest) => {
    const typed = typedOf({ name: "", slug: "", audience: "everybody", descriptionMarkdown: "", fields: [] });
    return send(pageRequest, { ...nothingWrong, existing: undefined, typed, retired: [] });
  });

  app.post(`${formsPath}/new`, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const valid = formOf(pageRequest);
    const sent = valid ?? staleFormOf(pageRequest);
    if (!sent) return reply.redirect(`${formsPath}/new`, 303);
    const typed = readTyped(sent);
    const view = { ...nothingWrong, existing: undefined, typed, retired: [] };
    if (!valid) return send(pageRequest, { ...view, expired: true }, 403);
    const pressed = sent.get("do") ?? "save";
    if (pressed !== "save") {
      const { questions, focus } = rearrange(typed.questions, pressed, []);
      return send(pageRequest, { ...view, typed: { ...typed, questions }, focus });
    }
    const { createForm } = await adminOperations.forms();
    try {
      const made = await performForm(pageRequest, createForm, definitionOf(typed), ({ id }) => ({
        id: formatId("form", id),
      }));
      return await reply.redirect(`${addressOf(String(made["id"]))}?done=saved`, 303);
    } catch (error) {
      return send(pageRequest, { ...view, ...saidOf(error) }, 422);
    }
  });

  getPage(app, `${formsPath}/:id/edit`, async (pageRequest, request) => {
    const form = await formFor(pageRequest, request.params.id);
    const retired = form.fields.filter((field) => field.retired);
    return send(pageRequest, {
      ...nothingWrong,
      existing: existingOf(form, form.version, shownByEditor(form)),
      typed: typedOf(form),
      retired,
    });
  });

  app.post<One>(`${formsPath}/:id/edit`, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { id } = request.params;
    const valid = formOf(pageRequest);
    const sent = valid ?? staleFormOf(pageRequest);
    if (!sent) return reply.redirect(`${addressOf(id)}/edit`, 303);
    const form = await formFor(pageRequest, id);
    const version = Number(sent.get("version"));
    const before = readTyped(sent);
    const pressed = sent.get("do") ?? "save";
    const { questions, focus } = valid
      ? rearrange(before.questions, pressed, form.fields)
      : { questions: before.questions, focus: undefined };
    const typed = { ...before, questions };
    const requested = new Set(questions.map(({ handle }) => handle));
    const retired = form.fields.filter((field) => field.retired && !requested.has(field.handle));
    const shown = sent.get("shown") ?? "";
    const view = { ...nothingWrong, existing: existingOf(form, version, shown), typed, retired, focus };
    if (!valid) return send(pageRequest, { ...view, expired: true }, 403);
    if (pressed !== "save") return send(pageRequest, view);
    const { locale } = adminPageOf(pageRequest, "forms");
    const merged =
      shown === "" ? { typed, collisions: [] } : mergeTyped(typed, shownIn([["shown", shown]]), form, locale);
    const existing = existingOf(form, form.version, shownByEditor(form));
    if (merged.collisions.length > 0) return send(pageRequest, { ...view, ...merged, existing }, 409);
    const seen = { ...pageRequest.context, ifMatch: [shown === "" ? version : form.version] };
    const { updateForm } = await adminOperations.forms();
    try {
      await perform(updateForm, seen, { id, ...definitionOf(merged.typed) });
      return await reply.redirect(`${addressOf(id)}?done=saved`, 303);
    } catch (error) {
      return send(pageRequest, { ...view, existing, ...merged, ...saidOf(error) }, 422);
    }
  });
};

const send = (pageRequest: AdminPageRequest, view: FormEditor, status = 200) =>
  sendPage(pageRequest.reply, formEditor(adminPageOf(pageRequest, "forms"), view), { status });

const nothingWrong = { wrong: {}, stale: false };

const formFor = ({ context }: AdminPageRequest, id: string) => perform(getForm, context, { id });

const existingOf = (
  { id, name, submissionCount }: FormRow,
  version: number,
  shown: string,
): FormEditor["existing"] => ({
  id: formatId("form", id),
  name,
  version,
  shown,
  isAnswered: submissionCount > 0,
});

/** Maps errors to fields of the editor. Rethrows errors that the editor cannot display. */
function saidOf(error: unknown): Pick<FormEditor, "wrong" | "stale"> {
  if (!(error instanceof Problem)) throw error;
  if (error.code === "etag_mismatch") return { wrong: {}, stale: true };
  if (error.code === "slug_taken") return { wrong: { slug: "slugTaken" } };
  if (error.code !== "validation_failed") throw error;
  const wrong: Record<string, FormEditor["wrong"][string]> = {};
  for (const { pointer } of error.details.errors ?? []) {
    const [, field = "", index, part = ""] = pointer.split("/");
    if (field === "fields" && index !== undefined && isFieldOf(parts, part)) {
      wrong[`f.${index}.${part}`] = parts[part];
    } else if (isFieldOf(heads, field)) wrong[fieldNames[field] ?? field] = heads[field];
  }
  if (Object.keys(wrong).length === 0) throw error;
  return { wrong };
}

const parts = { label: "label", kind: "kind", choices: "choices", handle: "handle" } as const;
const heads = {
  name: "name",
  slug: "slug",
  audience: "audience",
  descriptionMarkdown: "description",
  fields: "fields",
} as const;
const fieldNames: Readonly<Record<string, string>> = { descriptionMarkdown: "description" };
