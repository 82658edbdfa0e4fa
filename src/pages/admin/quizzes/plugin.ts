import type { FastifyInstance } from "fastify";
import type { AdminOptions } from "../parts/options.ts";
import { quizEditorPages } from "./editor.ts";

/** Mounts the pages about the quiz of a lecture. */
export function quizPages(app: FastifyInstance, options: AdminOptions): void {
  quizEditorPages(app, options);
}
