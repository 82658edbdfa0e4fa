import type { FastifyInstance } from "fastify";
import type { AdminOptions } from "../parts/options.ts";
import { lectureDiscard } from "./discard.ts";
import { lectureEditorPage } from "./editor.ts";
import { lectureHistory } from "./history.ts";
import { lecturePlacing } from "./placing.ts";
import { lecturePreview } from "./preview.ts";
import { lectureDraft } from "./save-draft.ts";

/** The editor of a lecture: its form with the draft of the editor, former versions, a preview, and its place. */
export async function lecturePages(app: FastifyInstance, options: AdminOptions): Promise<void> {
  lectureEditorPage(app, options);
  lectureDiscard(app, options);
  lectureHistory(app, options);
  lecturePlacing(app, options);
  lecturePreview(app);
  await lectureDraft(app, options);
}
