import type { FastifyReply } from "fastify";
import type { OutlineAnswer } from "../../../islands/outline/outline-answer.ts";
import { sendJson } from "../../responses/send-json.ts";
import { textFor } from "../../text/catalogue.ts";
import type { Outline } from "../../views/admin/courses/outline-parts.ts";
import { lectureRow, type RowContext } from "../../views/admin/courses/outline-row.ts";
import { countsOf } from "../../views/admin/courses/outline-counts.ts";
import { sectionRow } from "../../views/admin/courses/outline-section.ts";
import { fillPlain, render } from "../../views/parts/markup.ts";
import { derivedPageOf } from "../parts/page-request.ts";
import { type Act, type ActResult, findPart } from "./act.ts";
import { outlineAddress } from "./addresses.ts";
import { readOutline } from "./read-outline.ts";
import { undoSteps, undoText } from "./undo.ts";

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
  const isChangedByOthers = Number(fields.get("seen")) !== outline.version;
  if (result.kind === "refused") {
    return send(reply, { detail: result.text, version: now.version, isStale: isChangedByOthers }, result.status);
  }
  const { notices } = textFor(locale).admin.outline;
  const address = outlineAddress(outline.courseId);
  const page = derivedPageOf(pageRequest, "/courses");
  const row: RowContext = { page, address, mayWrite: now.mayWrite, renaming: undefined };
  const undone = undoSteps(fields.get("act") === "undo" ? (fields.get("undo") ?? "") : "").map(({ id }) => id);
  const changed = new Set([result.part, ...act.selected, ...undone].flatMap((id) => id ?? []));
  // From the last to the first, so that the row after each is in its place already.
  const rows = inOrder(now)
    .filter((id) => changed.has(id))
    .slice(0, maxRows)
    .toReversed()
    .flatMap((id) => {
      const part = findPart(now, id);
      if (!part) return [];
      const { section, position } = part;
      const siblings = part.kind === "lecture" ? section.lectures : now.sections;
      const lecture = part.kind === "lecture" ? section.lectures[position] : undefined;
      const html = lecture ? lectureRow(row, lecture) : sectionRow(row, section);
      return [{ id, section: section.id, before: siblings[position + 1]?.id ?? "", html: render(html) }];
    });
  return send(
    reply,
    {
      message: fillPlain(notices[result.notice], { count: String(result.count) }),
      failures: result.failures ?? [],
      undo: undoText(result.undo) ?? "",
      part: result.part ?? "",
      rows,
      counts: countsOf(page, address, now),
      version: now.version,
      isStale: isChangedByOthers || changed.size > maxRows || hasMovedMore(act),
    },
    200,
  );
}

const inOrder = ({ sections }: Outline): string[] =>
  sections.flatMap(({ id, lectures }) => [id, ...lectures.map((lecture) => lecture.id)]);

/** Lectures of a deleted section are in another one. */
const hasMovedMore = ({ fields }: Act): boolean => fields.get("lectures") === "keep";

const send = (reply: FastifyReply, answer: Partial<OutlineAnswer>, status: number): FastifyReply =>
  sendJson(reply, answer, status);
