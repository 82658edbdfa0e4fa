import type { FastifyInstance } from "fastify";
import { bulkLectures } from "#domain/catalog/curriculum/lectures/bulk-lectures.ts";
import { getCurriculum } from "#domain/catalog/curriculum/tree/curriculum-operations.ts";
import { formatId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import { postForm } from "../parts/routes.ts";
import { courseAddress, coursePaths } from "./addresses.ts";

const maxLecturesPerRequest = 200;

/** POST /admin/courses/{course}/publish_lectures: publishes all lectures of the course that are drafts. */
export function publishLecturesForm(app: FastifyInstance): void {
  postForm(app, { path: coursePaths.lectures, formAt: courseAddress }, async (pageRequest, _form, { params }) => {
    const { context } = pageRequest;
    const { course } = params;
    const address = courseAddress(params);
    const { sections } = await perform(getCurriculum, context, { course });
    const drafts = sections.flatMap(({ lectures }) => lectures).filter(({ status }) => status === "draft");
    const operations = drafts.map(({ id }) => ({
      op: "update",
      id: formatId("lecture", id),
      data: { status: "published" },
    }));
    for (let from = 0; from < operations.length; from += maxLecturesPerRequest) {
      await perform(bulkLectures, context, { operations: operations.slice(from, from + maxLecturesPerRequest) });
    }
    return pageRequest.reply.redirect(`${address}?done=saved`, 303);
  });
}
