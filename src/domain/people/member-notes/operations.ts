import * as z from "zod";
import { memberOf } from "#access/caller.ts";
import { rows, sql } from "#database/statements/sql.ts";
import { columnsOf } from "#database/table/define-table.ts";
import { table } from "#database/table/table.ts";
import { about } from "#domain/platform/audit/about.ts";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { listing, pageSchemaOf } from "#domain/platform/listing/listing.ts";
import { requireMemberToChange } from "#domain/people/members/queries.ts";
import { requireMayActOn } from "#domain/platform/callers/role-rules.ts";
import { operation } from "#domain/platform/operation.ts";
import { notFound } from "#domain/platform/problem.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { versionedResource } from "#domain/platform/versioned.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

/** A staff note about a member; the member never sees it. */
const MemberNote = versionedResource("memberNote", {
  memberId: Id("member"),
  authorId: Id("member").nullable().meta({ description: "ID of the member who wrote it" }),
  body: z.string().meta({ description: "Plain text" }),
  createdAt: Instant,
  updatedAt: Instant,
});

type MemberNoteRow = Omit<z.output<typeof MemberNote>, "object"> & { version: number };

const columns = columnsOf("member_notes", "external_id metadata");

const notes = listing<MemberNoteRow>({
  kind: "memberNote",
  table: sql`member_notes`,
  columns,
  defaultSort: "-createdAt",
  sorts: { createdAt: "timestamptz" },
  filters: {},
});

const serialize = (note: MemberNoteRow) => ({ object: "member_note" as const, ...note });

const aboutNote = (_input: unknown, { id, memberId }: { id: string; memberId: string }) =>
  about("member", memberId, { note: formatId("memberNote", id) });

export const listMemberNotes = operation({
  name: "listMemberNotes",
  summary: "List the notes on a member",
  description: "Newest first.",
  reads: "members:read",
  input: notes.input.extend({ id: Id("member") }),
  output: pageSchemaOf(MemberNote),
  async run(context, { id, ...input }) {
    await requireMemberToChange(context, id);
    const page = await notes.page(context, input, { of: sql`member_notes.member_id = ${id}` });
    return { ...page, data: page.data.map(serialize) };
  },
});

export const createMemberNote = operation({
  name: "createMemberNote",
  summary: "Create a note on a member",
  writes: "members:write",
  input: z.object({ id: Id("member"), body: trimmed().min(1).max(5000) }),
  output: MemberNote,
  async run(context, { id: memberId, body }) {
    await requireMemberToChange(context, memberId);
    const { db, site, now, caller } = context;
    const note = { id: newId(), memberId, authorId: memberOf(caller), body, createdAt: now, updatedAt: now };
    await db.run`insert into member_notes ${rows({ siteId: site.id, ...note })}`;
    return serialize({ ...note, version: 1 });
  },
  audit: aboutNote,
});

export const deleteMemberNote = operation({
  name: "deleteMemberNote",
  summary: "Delete a note on a member",
  writes: "members:write",
  input: z.object({ id: Id("member"), noteId: Id("memberNote") }),
  output: z.object({ id: Id("memberNote"), memberId: Id("member") }),
  async run(context, { id: memberId, noteId }) {
    const { db, site, now } = context;
    await requireMayActOn(context, memberId);
    const deleted = await db.write.first<{ authorId: string | null }>`
      update member_notes set deleted_at = ${now}, updated_at = ${now}, version = version + 1
       where site_id = ${site.id} and id = ${noteId} and member_id = ${memberId} and ${table("member_notes").present}
      returning author_id`;
    if (!deleted) throw notFound("note", formatId("memberNote", noteId));
    await requireMayActOn(context, deleted.authorId);
    return { id: noteId, memberId };
  },
  audit: aboutNote,
});
