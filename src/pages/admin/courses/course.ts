import type { FastifyInstance } from "fastify";
import { getCurriculum } from "#domain/catalog/curriculum/tree/curriculum-operations.ts";
import { Problem } from "#domain/platform/problem.ts";
import { textFor } from "../../text/catalogue.ts";
import { findPage } from "../derived/addresses.ts";
import { showDetail } from "../derived/detail.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { adminPageRequestOf, derivedPageOf } from "../parts/page-request.ts";
import { coursePaths, outlineAddress } from "./addresses.ts";

interface Params {
  course: string;
}

/** GET /admin/courses/{course}: the derived page of a course, with its outline first. */
export function coursePage(app: FastifyInstance): void {
  app.get<{ Params: Params; Querystring: Record<string, unknown> }>(coursePaths.course, async (request) => {
    const pageRequest = adminPageRequestOf(request);
    const { course } = request.params;
    const page = findPage(`/courses/${encodeURIComponent(course)}`);
    if (page?.kind !== "detail") throw new Problem("not_found", "There is no course at this address.");
    const { locale } = derivedPageOf(pageRequest, page.route.path);
    const { outline: text } = textFor(locale).admin;
    const outline = { act: "outline", label: text.title, href: outlineAddress(course), isFirst: false };
    return showDetail(pageRequest, page, request.query, {
      actions: mayPerform(pageRequest.context.caller, getCurriculum) ? [outline] : [],
    });
  });
}
