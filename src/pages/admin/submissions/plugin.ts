import type { FastifyInstance } from "fastify";
import type { AdminOptions } from "#pages/admin/parts/options.ts";
import { gradePages } from "./grade.ts";
import { listPage } from "./list.ts";
import { studentsPage } from "./students.ts";

/** Mounts /admin/submissions: the submissions to grade, the page of each, and students who may need help. */
export function submissionPages(app: FastifyInstance, { csrfKey }: AdminOptions): void {
  listPage(app);
  studentsPage(app);
  gradePages(app, csrfKey);
}
