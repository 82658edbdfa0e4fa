import type { FastifyReply } from "fastify";
import type { OutlineReading } from "../../../islands/outline/outline-answer.ts";
import { sendJson } from "../../responses/send-json.ts";
import { countsOf } from "../../views/admin/courses/outline-counts.ts";
import { lectureRow, markOf, type RowContext } from "../../views/admin/courses/outline-row.ts";
import { markOfSection, sectionRow } from "../../views/admin/courses/outline-section.ts";
import { render } from "../../views/parts/markup.ts";
import { derivedPageOf } from "../parts/page-request.ts";
import type { Act } from "./act.ts";
import { outlineAddress } from "./addresses.ts";

/** The marks of a course with the maximum number of rows. */
const maxMarksLength = 200_000;

/** Answers a script with the order of all rows, and with those that differ from the rows that the script shows. */
export function answerReading({ pageRequest, outline, fields }: Act): FastifyReply {
  const page = derivedPageOf(pageRequest, "/courses");
  const address = outlineAddress(outline.courseId);
  const row: RowContext = { page, address, mayWrite: outline.mayWrite, renaming: undefined };
  const shown = new Set((fields.get("marks") ?? "").slice(0, maxMarksLength).split(" "));
  const reading: OutlineReading = {
    version: outline.version,
    counts: countsOf(page, address, outline),
    sections: outline.sections.map((section) => ({
      id: section.id,
      title: section.title,
      html: shown.has(`${section.id}:${markOfSection(section)}`) ? "" : render(sectionRow(row, section, [])),
      lectures: section.lectures.map((lecture) => ({
        id: lecture.id,
        html: shown.has(`${lecture.id}:${markOf(lecture)}`) ? "" : render(lectureRow(row, lecture)),
      })),
    })),
  };
  return sendJson(pageRequest.reply, reading, 200);
}
