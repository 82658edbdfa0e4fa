import type { FastifyInstance } from "fastify";
import { Problem } from "#domain/platform/problem.ts";
import { formOf } from "../../responses/page-request.ts";
import { sendStaleForm } from "../../forms/stale-form.ts";
import { fieldsOf } from "../../forms/submitted-fields.ts";
import { problemText } from "../../text/fields/texts.ts";
import { giveAccessForm } from "../../views/admin/enrollments/give-access.ts";
import { findPage } from "../derived/addresses.ts";
import { sendForm, showForm, submitForm } from "../derived/form.ts";
import { formFieldsOf } from "../derived/form-fields.ts";
import type { HandMadeForm } from "../derived/hand-made-form.ts";
import { mayOpenPage } from "../derived/resources.ts";
import { submittedValues } from "../derived/submitted.ts";
import { adminPageOf, type AdminPageRequest, adminPageRequestOf } from "../parts/page-request.ts";
import { getPage } from "../parts/routes.ts";
import { giveAccessPath } from "./addresses.ts";
import { readAccess } from "./read-access.ts";

const own: HandMadeForm = { view: giveAccessForm };

/** GET and POST /admin/enrollments/new: gives a person access to a course. The address can name both. */
export function giveAccessPages(app: FastifyInstance): void {
  getPage(app, giveAccessPath, async (pageRequest, request) => {
    return showForm(pageRequest, pageOf(pageRequest), request.query, own);
  });

  app.post(giveAccessPath, async (request) => {
    const pageRequest = adminPageRequestOf(request);
    const form = fieldsOf(request);
    const page = pageOf(pageRequest);
    if (!formOf(pageRequest, form)) return sendStaleForm(pageRequest, giveAccessPath, form);
    const { fields, missing } = readAccess(form);
    if (missing === undefined) return submitForm(pageRequest, page, fields, {}, own);
    const { locale } = adminPageOf(pageRequest, "overview");
    const problems = new Map([[missing, problemText(locale, "required") ?? ""]]);
    const state = { fields: await formFieldsOf(page), values: submittedValues(form), problems, form };
    return sendForm(pageRequest, page, state, own);
  });
}

function pageOf({ context }: AdminPageRequest) {
  const page = findPage(giveAccessPath.slice("/admin".length));
  if (page && mayOpenPage(context.caller, page)) return page;
  throw new Problem("role_required", "Your role does not include this page. An owner or a manager can open it.");
}
