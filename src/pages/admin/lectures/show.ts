import type { FastifyInstance } from "fastify";
import { getLecture } from "#domain/catalog/curriculum/lectures/list-lectures.ts";
import { updateLecture } from "#domain/catalog/curriculum/lectures/save-lecture.ts";
import { perform } from "#domain/platform/operation.ts";
import { Problem } from "#domain/platform/problem.ts";
import { adminOperations } from "#operations/admin-operations.ts";
import { textFor } from "../../text/catalogue.ts";
import { draftNotice } from "../../views/admin/lectures/draft-notice.ts";
import { findPage } from "../derived/addresses.ts";
import { showDetail } from "../derived/detail-page.ts";
import { mayPerform } from "../parts/may-perform.ts";
import { derivedPageOf } from "../parts/page-request.ts";
import { getPage } from "../parts/routes.ts";
import { lectureAddress, lecturePaths } from "./addresses.ts";

/** Parts that lectures of one kind have. */
const partsOfKinds: readonly string[] = ["quiz", "assignment"];

/** GET /admin/lectures/{id}: the derived page of a lecture, with its preview, its publication and actions of its kind. */
export function lecturePage(app: FastifyInstance): void {
  getPage(app, lecturePaths.show, async (pageRequest, request) => {
    const { context } = pageRequest;
    const { id } = request.params;
    const page = findPage(`/lectures/${encodeURIComponent(id)}`);
    if (page?.kind !== "detail") throw new Problem("not_found", "There is no lecture at this address.");
    const { kind, status } = await perform(getLecture, context, { id });
    const adminPage = derivedPageOf(pageRequest, page.route.path);
    const { lectures: text } = textFor(adminPage.locale).admin;
    const preview = { act: "preview", label: text.preview, href: lectureAddress("preview", id), isFirst: false };
    const mayPublish = status === "draft" && mayPerform(context.caller, updateLecture);
    const { previewLecture } = await adminOperations.lectures();
    return showDetail(pageRequest, page, request.query, {
      actions: mayPerform(context.caller, previewLecture) ? [preview] : [],
      without: new Set(partsOfKinds.filter((part) => part !== kind)),
      ...(mayPublish && { lead: draftNotice(adminPage, { id }) }),
    });
  });
}
