import type { FastifyInstance } from "fastify";
import { getForm } from "#domain/content/forms/list-forms.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import type { FormNotice } from "../../views/admin/forms/form.ts";
import { formRemoval, formsPath } from "../../views/admin/forms/forms.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { getPage, postForm } from "../parts/routes.ts";
import { withId } from "./read.ts";

/** Opens, closes and deletes a form. */
export function changePages(app: FastifyInstance): void {
  const act = (name: "open" | "close", done: FormNotice) =>
    postForm(
      app,
      { path: `${formsPath}/:id/${name}`, formAt: ({ id }) => addressOf(id) },
      async (pageRequest, _form, request) => {
        const address = addressOf(request.params.id);
        const { openForm, closeForm } = await adminOperations.forms();
        const operation = name === "open" ? openForm : closeForm;
        const outcome = await orNotice(perform(operation, pageRequest.context, request.params), done);
        return pageRequest.reply.redirect(`${address}?done=${outcome}`, 303);
      },
    );

  act("open", "opened");
  act("close", "closed");

  getPage(app, `${formsPath}/:id/delete`, async (pageRequest, request) => {
    const form = withId(await perform(getForm, pageRequest.context, request.params));
    return formRemoval(adminPageOf(pageRequest, "forms"), form);
  });

  postForm(app, `${formsPath}/:id/delete`, async (pageRequest, _form, request) => {
    const address = addressOf(request.params.id);
    const { deleteForm } = await adminOperations.forms();
    const outcome = await orNotice(perform(deleteForm, pageRequest.context, request.params), "deleted");
    return pageRequest.reply.redirect(`${outcome === "deleted" ? formsPath : address}?done=${outcome}`, 303);
  });
}

/** Encodes the id, which comes from the URL. */
export const addressOf = (id: string) => `${formsPath}/${encodeURIComponent(id)}`;

const refusals: Partial<Record<Problem["code"], FormNotice>> = {
  not_publishable: "empty",
  has_dependents: "answered",
  invalid_state: "impossible",
};

async function orNotice(work: Promise<unknown>, done: FormNotice): Promise<FormNotice> {
  try {
    await work;
    return done;
  } catch (error) {
    const outcome = error instanceof Problem ? refusals[error.code] : undefined;
    if (outcome === undefined) throw error;
    return outcome;
  }
}
