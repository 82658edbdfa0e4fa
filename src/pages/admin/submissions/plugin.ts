import type { FastifyInstance } from "fastify";
import { gradePages } from "./grade.ts";
import { listPage } from "./list.ts";
import { studentsPage } from "./students.ts";

/** Mounts /admin/submissions: the submissions to grade, the page of each, and students who may need help. */
export function submissionPages(app: FastifyInstance): void {
  listPage(app);
  studentsPage(app);
  gradePages(app);
}
