import type { FastifyInstance } from "fastify";
import { quizEditorPages } from "./editor.ts";
import { quizImportPages } from "./import-questions.ts";
import { quizTrialPages } from "./trial.ts";

export function quizPages(app: FastifyInstance): void {
  quizEditorPages(app);
  quizTrialPages(app);
  quizImportPages(app);
}
