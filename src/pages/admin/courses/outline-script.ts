import type { FastifyReply, FastifyRequest } from "fastify";
import type { OutlineAnswer } from "../../../islands/outline/outline-answer.ts";
import { sendJson } from "../../responses/send-json.ts";
import { textFor } from "../../text/catalogue.ts";
import { lectureRow, type RowContext } from "../../views/admin/courses/outline-row.ts";
import { sectionRow } from "../../views/admin/courses/outline-section.ts";
import { fillPlain, render } from "../../views/parts/markup.ts";
import { derivedPageOf } from "../parts/page-request.ts";
import { type Act, type ActResult, findPart } from "./act.ts";
import { outlineAddress } from "./addresses.ts";
import { readOutline } from "./read-outline.ts";
import { undoText } from "./undo.ts";

/** True for a form that a script of the page sends. */
export const wantsJson = ({ headers }: FastifyRequest): boolean =>
  (headers.accept ?? "").split(",", 1)[0]?.trim() === "application/json";

/** Rows that an answer contains. A script reads the page again after changes of more. */
const maxRows = 60;

/**
 * Answers a script: the changed rows as they are now, the version of the outline, and if another person has changed it
 * since the version that the script has seen.
 */
export async function answerScript(act: Act, result: ActResult): Promise<FastifyReply> {
  const { pageRequest, locale, outline, fields } = act;
  const { reply } = pageRequest;
  // The page asks, with the same form.
  if (result.kind === "asked") return send(reply, { asks: true }, 200);
  const now = await readOutline(pageRequest.context, outline.courseId);
  const others = Number(fields.get("seen")) !== outline.version;
  if (result.kind === "refused") {
    return send(reply, { detail: result.text, version: now.version, isStale: others }, result.status);
  }
  const { notices } = textFor(locale).admin.outline;
  const address = outlineAddress(outline.courseId);
  const page = derivedPageOf(pageRequest, "/courses");
  const row: RowContext = { page, address, mayWrite: now.mayWrite, renaming: undefined };
  const changed = new Set([result.part, ...act.selected].flatMap((id) => id ?? []));
  const rows = [...changed].slice(0, maxRows).flatMap((id) => {
    const part = findPart(now, id);
    if (!part) return [];
    const lecture = part.kind === "lecture" ? part.section.lectures[part.position] : undefined;
    const html = lecture ? lectureRow(row, lecture) : sectionRow(row, part.section);
    return [{ id, section: part.section.id, html: render(html) }];
  });
  return send(
    reply,
    {
      message: fillPlain(notices[result.notice], { count: String(result.count) }),
      failures: result.failures ?? [],
      undo: undoText(result.undo) ?? "",
      part: result.part ?? "",
      rows,
      version: now.version,
      isStale: others || changed.size > maxRows || fields.get("act") === "undo",
    },
    200,
  );
}

const send = (reply: FastifyReply, answer: Partial<OutlineAnswer>, status: number): FastifyReply =>
  sendJson(reply, answer, status);
