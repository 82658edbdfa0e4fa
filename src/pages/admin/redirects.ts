import type { FastifyInstance } from "fastify";
import { deleteRedirect, listRedirects } from "#domain/content/redirects/operations.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { sendPage } from "../send.ts";
import { sendStaleForm } from "../stale-form.ts";
import { formOf } from "../page-request.ts";
import { redirectList, type RedirectNotice } from "../views/admin/redirects.ts";
import { adminPageOf, adminPageRequestOf } from "./page-request.ts";
import { cursorIn, pagesOf } from "./paging.ts";
import type { AdminOptions } from "#pages/admin/options.ts";
import { adminSections } from "./sections.ts";

const perPage = 20;
const { path } = adminSections.redirects;
const notices: readonly RedirectNotice[] = ["deleted", "changed"];

/** GET /admin/redirects, and POST /admin/redirects/{id}/delete. */
export function redirectPages(app: FastifyInstance, { csrfKey }: AdminOptions): void {
  app.get<{ Querystring: { cursor?: string; done?: string } }>(path, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { cursor, done } = request.query;
    const { data, page } = await perform(listRedirects, pageRequest.context, { limit: perPage, ...cursorIn(cursor) });
    const view = redirectList(adminPageOf(pageRequest, "redirects"), {
      redirects: data.map(({ resource, ...redirect }) => ({
        ...redirect,
        id: formatId("redirect", redirect.id),
        isAutomatic: resource !== null,
      })),
      pages: pagesOf(path, {}, page.nextCursor, cursor),
      notice: notices.find((name) => name === done),
    });
    return sendPage(reply, view);
  });

  app.post<{ Params: { id: string } }>(`${path}/:id/delete`, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const form = formOf(pageRequest, csrfKey);
    if (!form) return sendStaleForm(pageRequest, path);
    const seen = { ...pageRequest.context, ifMatch: [Number(form.get("version"))] };
    const back = (done: RedirectNotice) => reply.redirect(`${path}?done=${done}`, 303);
    try {
      await perform(deleteRedirect, seen, request.params);
      return await back("deleted");
    } catch (error) {
      if (error instanceof Problem && error.code === "etag_mismatch") return back("changed");
      // Another member of the staff has deleted it.
      if (error instanceof Problem && error.code === "not_found") return back("deleted");
      throw error;
    }
  });
}
