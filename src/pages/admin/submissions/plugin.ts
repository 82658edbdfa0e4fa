import type { FastifyInstance } from "fastify";
import type { AdminOptions } from "#pages/admin/parts/options.ts";
import { gradePages } from "./grade.ts";
import { listPage } from "./list.ts";

/** Mounts /admin/submissions: the submissions to grade, and the page of each. */
export function submissionPages(app: FastifyInstance, { csrfKey }: AdminOptions): void {
  listPage(app);
  gradePages(app, csrfKey);
}
