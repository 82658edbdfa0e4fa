import type { FastifyInstance, FastifyReply } from "fastify";
import { downloadMyNotes } from "#domain/learning/lecture-notes/list-my-notes.ts";
import type { PlacedNote } from "#domain/learning/lecture-notes/note.ts";
import { perform } from "#domain/platform/operation.ts";
import { textFor } from "../../text/catalogue.ts";
import { clock } from "#lib/time/clock-format.ts";
import { fillPlain } from "../../views/parts/markup.ts";
import { lectureAddress } from "../addresses.ts";
import { type LearnerContext, learnerPage } from "../learner.ts";
import type { MemberRoutes } from "../../sign-in/member-routes.ts";
import { allNotes } from "./addresses.ts";

/** GET /account/notes.md and /learn/{course}/notes.md: the member's notes as Markdown. */
export function notesDownload(app: FastifyInstance, { open }: MemberRoutes): void {
  for (const path of [`${allNotes}.md`, "/learn/:course/notes.md"]) {
    app.get<{ Params: { course?: string } }>(path, (request, reply) =>
      open(request, reply, (learner) => send(learner, request.params.course)),
    );
  }
}

async function send(learner: LearnerContext, course: string | undefined): Promise<FastifyReply> {
  const { notes } = await perform(downloadMyNotes, learner.context, { course });
  return learner.reply
    .header("cache-control", "no-store")
    .header("content-disposition", 'attachment; filename="notes.md"')
    .type("text/markdown; charset=utf-8")
    .send(markdownOf(learner, notes));
}

/** A heading per course and lecture, and each note below it with the link to its position. */
function markdownOf(learner: LearnerContext, notes: readonly PlacedNote[]): string {
  const { notes: text } = textFor(learnerPage(learner).locale);
  const { origin } = learner.context.site;
  const lines = [`# ${text.title}`];
  let [course, lecture] = ["", ""];
  for (const note of notes) {
    const address = `${origin}${lectureAddress(note.course.slug, note.lectureId)}`;
    if (note.courseId !== course) lines.push(`## ${onOneLine(note.course.name)}`);
    if (note.lectureId !== lecture) lines.push(`### [${onOneLine(note.lecture)}](${address})`);
    [course, lecture] = [note.courseId, note.lectureId];
    const { positionSeconds: at } = note;
    const position = at === null ? [] : [`[${fillPlain(text.at, { position: clock(at) })}](${address}?at=${at})`];
    lines.push(...position, note.text === "" ? `*${text.bookmark}*` : note.text.replaceAll("\r\n", "\n"));
  }
  return `${lines.join("\n\n")}\n`;
}

/** Without characters that end a heading or a link. */
const onOneLine = (title: string): string => title.replaceAll(/\s+/g, " ").replaceAll(/[\\[\]]/g, String.raw`\$&`);
