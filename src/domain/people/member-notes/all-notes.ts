import type { SiteScope } from "#domain/platform/context.ts";
import { rows } from "#database/statements/sql.ts";
import { defineTable } from "#database/table/define-table.ts";
import { newId } from "#domain/platform/ids.ts";

/** A note with its author and time. */
export interface NoteRow {
  id: string;
  memberId: string;
  authorId: string | null;
  body: string;
  createdAt: Date;
}

const pageSize = 200;

const notes = defineTable<NoteRow>("member_notes", { without: "external_id metadata version updated_at" });

/** Yields all notes of a site in ID order. */
export const allNotes = (scope: SiteScope) => notes.listPages(scope, pageSize);

/** Inserts a note of another site with its time. Returns its ID. */
export async function insertNote({ db, site }: SiteScope, note: Omit<NoteRow, "id">): Promise<string> {
  const id = newId();
  await db.run`insert into member_notes ${rows({ siteId: site.id, id, ...note, updatedAt: note.createdAt })}`;
  return id;
}
