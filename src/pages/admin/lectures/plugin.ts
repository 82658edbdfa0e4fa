import type { FastifyInstance } from "fastify";
import { lectureDiscard } from "./discard.ts";
import { lectureEditorPage } from "./editor.ts";
import { lectureFiles } from "./files.ts";
import { lectureHistory } from "./history.ts";
import { lecturePlacing } from "./placing.ts";
import { lecturePreview } from "./preview.ts";
import { lecturePublication } from "./publish.ts";
import { lectureDraft } from "./save-draft.ts";
import { lecturePage } from "./show.ts";

/** The editor of a lecture: its form with the draft of the editor, former versions, a preview, and its place. */
export function lecturePages(app: FastifyInstance): void {
  lecturePage(app);
  lectureEditorPage(app);
  lecturePublication(app);
  lectureFiles(app);
  lectureDiscard(app);
  lectureHistory(app);
  lecturePlacing(app);
  lecturePreview(app);
  lectureDraft(app);
}
