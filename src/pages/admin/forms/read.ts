import type { FastifyInstance } from "fastify";
import { formStatuses } from "#domain/content/forms/form.ts";
import { getForm, listForms } from "#domain/content/forms/list-forms.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { sendPage } from "../../responses/send.ts";
import { textFor } from "../../text/catalogue.ts";
import { form, type FormNotice, formPreview } from "../../views/admin/forms/form.ts";
import { forms, formsPath } from "../../views/admin/forms/forms.ts";
import { cursorIn, pagesOf } from "../parts/paging.ts";
import { adminPageOf, adminPageRequestOf } from "../parts/page-request.ts";

export interface One {
  Params: { id: string };
}

interface Query {
  q?: unknown;
  status?: unknown;
  cursor?: unknown;
  done?: unknown;
}

/** GET /admin/forms, one form and its preview. */
export function readPages(app: FastifyInstance): void {
  app.get<{ Querystring: Query }>(formsPath, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { cursor, done } = request.query;
    const query = searchTextOf(request.query.q);
    const status = formStatuses.find((each) => each === request.query.status);
    const requested = {
      limit: 25,
      ...(status && { status: [status] }),
      ...(query && { q: query }),
      ...cursorIn(cursor),
    };
    const { data, page } = await perform(listForms, pageRequest.context, requested);
    const view = {
      forms: data.map(withId),
      status,
      query,
      pages: pagesOf(formsPath, { status, q: query }, page.nextCursor, cursor),
      deleted: done === "deleted",
    };
    return sendPage(reply, forms(adminPageOf(pageRequest, "forms"), view));
  });

  app.get<One & { Querystring: Query }>(`${formsPath}/:id`, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const found = withId(await perform(getForm, pageRequest.context, request.params));
    const { done } = request.query;
    const view = { form: found, notice: isNotice(done) ? done : undefined };
    return sendPage(reply, form(adminPageOf(pageRequest, "forms"), view));
  });

  app.get<One>(`${formsPath}/:id/preview`, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const form = withId(await perform(getForm, pageRequest.context, request.params));
    return sendPage(reply, formPreview(adminPageOf(pageRequest, "forms"), form));
  });
}

export const withId = <Row extends { id: string }>(row: Row): Row => ({ ...row, id: formatId("form", row.id) });

/** Parses the search text. Ignores a repeated parameter. */
export const searchTextOf = (q: unknown): string => (typeof q === "string" ? q.trim().slice(0, 200) : "");

const isNotice = (done: unknown): done is FormNotice =>
  typeof done === "string" && Object.hasOwn(textFor("en").admin.forms.notice, done);
