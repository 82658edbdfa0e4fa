import type { FastifyInstance } from "fastify";
import { answerPages } from "./answer.ts";
import { listPage } from "./list.ts";

/** Mounts /admin/questions: comments of students that wait for an answer, and the page of each. */
export function questionPages(app: FastifyInstance): void {
  listPage(app);
  answerPages(app);
}
