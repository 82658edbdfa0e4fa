import type { FastifyInstance } from "fastify";
import { coursePage } from "./course.ts";
import { publishLecturesForm } from "./publish-lectures.ts";
import { teachingForms } from "./teaching.ts";
import { outlinePages } from "./outline.ts";

/** Mounts the pages of a course that are written by hand. */
export function coursePages(app: FastifyInstance): void {
  coursePage(app);
  teachingForms(app);
  publishLecturesForm(app);
  outlinePages(app);
}
