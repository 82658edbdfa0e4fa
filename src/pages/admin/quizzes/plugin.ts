import type { FastifyInstance } from "fastify";
import type { AdminOptions } from "../parts/options.ts";
import { quizEditorPages } from "./editor.ts";
import { quizImportPages } from "./import-questions.ts";
import { quizTrialPages } from "./trial.ts";

/** Mounts the pages about the quiz of a lecture. */
export async function quizPages(app: FastifyInstance, options: AdminOptions): Promise<void> {
  quizEditorPages(app, options);
  quizTrialPages(app, options);
  await quizImportPages(app, options);
}
