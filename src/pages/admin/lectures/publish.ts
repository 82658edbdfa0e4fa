import type { FastifyInstance } from "fastify";
import { updateLecture } from "#domain/catalog/curriculum/lectures/save-lecture.ts";
import { sendStaleForm } from "../../forms/stale-form.ts";
import { formOf } from "../../responses/page-request.ts";
import { performForm } from "../parts/once.ts";
import { adminPageRequestOf } from "../parts/page-request.ts";
import { quizPath } from "../quizzes/addresses.ts";
import { lectureAddress, lecturePaths } from "./addresses.ts";

/** POST /admin/lectures/{id}/publish: students see the lecture as it is saved. */
export function lecturePublication(app: FastifyInstance): void {
  app.post<{ Params: { id: string } }>(lecturePaths.publish, async (request, reply) => {
    const pageRequest = adminPageRequestOf(request);
    const { id } = request.params;
    const form = formOf(pageRequest);
    if (!form) return sendStaleForm(pageRequest, lectureAddress("edit", id));
    await performForm(pageRequest, updateLecture, { id, status: "published" });
    const next = form.get("next") === "quiz" ? `${quizPath(id)}/edit` : lectureAddress("edit", id);
    return reply.redirect(`${next}?done=published`, 303);
  });
}
