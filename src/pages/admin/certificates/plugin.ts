import type { FastifyInstance } from "fastify";
import type { AdminOptions } from "#pages/admin/parts/options.ts";
import { coursePages } from "./courses.ts";
import { listPage } from "./list.ts";
import { onePages } from "./one.ts";

/** Mounts /admin/certificates: the issued certificates, and the courses that issue them. */
export function certificatePages(app: FastifyInstance, { csrfKey }: AdminOptions): void {
  listPage(app);
  coursePages(app, csrfKey);
  onePages(app, csrfKey);
}
