import type { FastifyInstance } from "fastify";
import { fieldsOf } from "../../forms/submitted-fields.ts";
import { problemText } from "../../text/fields/texts.ts";
import { giveAccessForm } from "../../views/admin/enrollments/give-access.ts";
import { sendForm, showForm, submitForm } from "../derived/form.ts";
import { formFieldsOf } from "../derived/form-fields.ts";
import type { HandMadeForm } from "../derived/hand-made-form.ts";
import { submittedValues } from "../derived/submitted.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { formRoutes } from "../derived/form-routes.ts";
import { giveAccessPath } from "./addresses.ts";
import { readAccess } from "./read-access.ts";

const accessForm: HandMadeForm = { view: giveAccessForm };

const { getPage, postForm } = formRoutes();

/** GET and POST /admin/enrollments/new: gives a person access to a course. The address can name both. */
export function giveAccessPages(app: FastifyInstance): void {
  getPage(app, giveAccessPath, (pageRequest, request) =>
    showForm(pageRequest, pageRequest.page, request.query, accessForm),
  );

  postForm(app, giveAccessPath, async (pageRequest, _form, request) => {
    const { page } = pageRequest;
    const form = fieldsOf(request);
    const { fields, missing } = readAccess(form);
    if (missing === undefined) return submitForm(pageRequest, page, fields, {}, accessForm);
    const { locale } = adminPageOf(pageRequest, "overview");
    const problems = new Map([[missing, problemText(locale, "required") ?? ""]]);
    const state = { fields: await formFieldsOf(page), values: submittedValues(form), problems, form };
    return sendForm(pageRequest, page, state, accessForm);
  });
}
