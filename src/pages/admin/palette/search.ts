import type { FastifyInstance } from "fastify";
import { searchPage as searchView } from "../../views/admin/search/search-page.ts";
import { adminPageOf } from "../parts/page-request.ts";
import { getPage } from "../parts/routes.ts";
import { searchPath } from "./search-path.ts";
import { findHits } from "./find-hits.ts";

const maxText = 200;

/**
 * GET /admin/search: people, orders, courses, events and pages of the admin area, as far as the caller may open them.
 * As JSON for the palette.
 */
export function searchPage(app: FastifyInstance): void {
  getPage(app, searchPath, async (pageRequest, request) => {
    const { q } = request.query;
    const text = typeof q === "string" ? q.trim().slice(0, maxText) : "";
    const page = { ...adminPageOf(pageRequest, "overview"), section: searchPath, searched: text };
    const groups = text === "" ? [] : await findHits(pageRequest, page, text);
    pageRequest.reply.header("vary", "Accept");
    if (!(request.headers.accept ?? "").includes("application/json")) {
      return searchView(page, text, groups);
    }
    const results = groups.flatMap(({ name, hits }) => hits.map((hit) => ({ kind: name, ...hit })));
    return pageRequest.reply
      .header("cache-control", "no-store")
      .type("application/json; charset=utf-8")
      .send({ results });
  });
}
