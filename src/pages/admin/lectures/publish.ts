import type { FastifyInstance } from "fastify";
import { updateLecture } from "#domain/catalog/curriculum/lectures/save-lecture.ts";
import { performForm } from "../parts/perform-once.ts";
import { postForm } from "../parts/routes.ts";
import { quizPath } from "../quizzes/addresses.ts";
import { lectureAddress, lecturePaths } from "./addresses.ts";

/** POST /admin/lectures/{id}/publish: students see the lecture as it is saved. */
export function lecturePublication(app: FastifyInstance): void {
  postForm(
    app,
    { path: lecturePaths.publish, formAt: ({ id }) => lectureAddress("edit", id) },
    async (pageRequest, form, { params: { id } }) => {
      await performForm(pageRequest, updateLecture, { id, status: "published" });
      const next = form.get("next") === "quiz" ? `${quizPath(id)}/edit` : lectureAddress("edit", id);
      return pageRequest.reply.redirect(`${next}?done=published`, 303);
    },
  );
}
