import type { FastifyInstance } from "fastify";
import { getForm } from "#domain/content/forms/list-forms.ts";
import type { FormRow } from "#domain/content/forms/form.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import type { Form } from "#oauth/form.ts";
import { isFieldOf } from "#lib/json/typed-object.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { acceptForms } from "../../responses/conventions.ts";
import { sendPage } from "../../responses/send.ts";
import { formEditor, type FormEditor } from "../../views/admin/forms/form-editor.ts";
import { formsPath } from "../../views/admin/forms/forms.ts";
import { staleFormOf } from "../../forms/stale-form.ts";
import { adminPageOf, type AdminPageRequest } from "../parts/page-request.ts";
import { shownIn } from "../derived/submitted.ts";
import { addressOf } from "./change.ts";
import { performForm } from "../parts/perform-once.ts";
import { getPage, postForm } from "../parts/routes.ts";
import { mergeTyped, shownByEditor } from "./merge-typed.ts";
import { definitionOf, readTyped, rearrange, typedOf } from "./typed-form.ts";

/** 60 questions with their choices. */
const maxFormBytes = 1024 * 1024;

/** GET and POST /admin/forms/new and /admin/forms/{id}/edit. Only the save button stores changes. */
export const editPages = async (app: FastifyInstance): Promise<void> => {
  acceptForms(app, maxFormBytes);

  getPage(app, `${formsPath}/new`, async (pageRequest) => {
    const typed = typedOf({ name: "", slug: "", audience: "everybody", descriptionMarkdown: "", fields: [] });
    return send(pageRequest, { ...nothingWrong, existing: undefined, typed, retired: [] });
  });

  postForm(app, { path: `${formsPath}/new`, stale: showNewAgain }, async (pageRequest, sent) => {
    const { reply } = pageRequest;
    const typed = readTyped(sent);
    const view = { ...nothingWrong, existing: undefined, typed, retired: [] };
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

  postForm(app, { path: `${formsPath}/:id/edit`, stale: showAgain }, async (pageRequest, sent, request) => {
    const { reply } = pageRequest;
    const { id } = request.params;
    const form = await formFor(pageRequest, id);
    const before = readTyped(sent);
    const pressed = sent.get("do") ?? "save";
    const { questions, focus } = rearrange(before.questions, pressed, form.fields);
    const typed = { ...before, questions };
    const view = { ...viewOf(form, sent, typed), focus };
    if (pressed !== "save") return send(pageRequest, view);
    const { locale } = adminPageOf(pageRequest, "forms");
    const shown = sent.get("shown") ?? "";
    const merged =
      shown === "" ? { typed, collisions: [] } : mergeTyped(typed, shownIn([["shown", shown]]), form, locale);
    const existing = existingOf(form, form.version, shownByEditor(form));
    if (merged.collisions.length > 0) return send(pageRequest, { ...view, ...merged, existing }, 409);
    const contextAtVersion = {
      ...pageRequest.context,
      ifMatch: [shown === "" ? Number(sent.get("version")) : form.version],
    };
    const { updateForm } = await adminOperations.forms();
    try {
      await perform(updateForm, contextAtVersion, { id, ...definitionOf(merged.typed) });
      return await reply.redirect(`${addressOf(id)}?done=saved`, 303);
    } catch (error) {
      return send(pageRequest, { ...view, existing, ...merged, ...saidOf(error) }, 422);
    }
  });
};

const showAgain = async (pageRequest: AdminPageRequest, { params: { id } }: { params: { id: string } }) => {
  const sent = staleFormOf(pageRequest);
  if (!sent) return pageRequest.reply.redirect(`${addressOf(id)}/edit`, 303);
  const typed = readTyped(sent);
  const view = viewOf(await formFor(pageRequest, id), sent, typed);
  return send(pageRequest, { ...view, expired: true }, 403);
};

const showNewAgain = (pageRequest: AdminPageRequest) => {
  const sent = staleFormOf(pageRequest);
  if (!sent) return pageRequest.reply.redirect(`${formsPath}/new`, 303);
  const view = { ...nothingWrong, existing: undefined, typed: readTyped(sent), retired: [] };
  return send(pageRequest, { ...view, expired: true }, 403);
};

/** The editor of a stored form with what was typed. */
function viewOf(form: FormRow, sent: Form, typed: FormEditor["typed"]) {
  const requested = new Set(typed.questions.map(({ handle }) => handle));
  return {
    ...nothingWrong,
    existing: existingOf(form, Number(sent.get("version")), sent.get("shown") ?? ""),
    typed,
    retired: form.fields.filter((field) => field.retired && !requested.has(field.handle)),
  };
}

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
