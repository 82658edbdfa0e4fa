import * as z from "zod";
import { allNotes, insertNote } from "#domain/people/member-notes/all-notes.ts";
import { findMember } from "#domain/people/members/queries.ts";
import type { Context, RequestContext } from "#domain/platform/context.ts";
import { formatId, Id } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { trimmed } from "#lib/wire/trimmed.ts";
import type { Row } from "../archive-format.ts";
import { notImported } from "./not-imported.ts";
import { knownMember, restoredPart } from "./restored-part.ts";

const Restored = z.object({
  memberId: Id("member"),
  authorId: Id("member").nullable(),
  body: trimmed().min(1).max(5000),
  createdAt: Instant,
});

/** Staff notes on members, with their authors and times. */
export const memberNotes = restoredPart({
  rows: noteRows,
  key: ["member_id", "created_at", "body"],
  schema: Restored,
  notCompared: ["author_id"],
  insert,
});

async function* noteRows(context: RequestContext): AsyncGenerator<Row[]> {
  for await (const page of allNotes(context)) {
    yield page.map(({ id, memberId, authorId, body, createdAt }) => ({
      object: "member_note",
      id: formatId("memberNote", id),
      member_id: formatId("member", memberId),
      author_id: authorId === null ? null : formatId("member", authorId),
      body,
      created_at: createdAt.toISOString(),
    }));
  }
}

async function insert(context: Context, { authorId, ...note }: z.output<typeof Restored>): Promise<string> {
  if (!(await findMember(context, note.memberId))) {
    throw notImported("/memberId", "member");
  }
  return formatId("memberNote", await insertNote(context, { ...note, authorId: await knownMember(context, authorId) }));
}
