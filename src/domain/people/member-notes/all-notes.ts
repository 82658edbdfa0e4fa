import type { SiteScope } from "#domain/platform/context.ts";
import { rows } from "#database/statements/sql.ts";
import { newId } from "#domain/platform/ids.ts";
import { pagesAfter } from "#domain/platform/pages-after.ts";
import { nilUuid } from "#lib/ids/nil-uuid.ts";

/** A note with its author and time. */
export interface NoteRow {
  id: string;
  memberId: string;
  authorId: string | null;
  body: string;
  createdAt: Date;
}

const pageSize = 200;

/** Yields all notes of a site in ID order. */
export const allNotes = ({ db, site }: SiteScope): AsyncGenerator<NoteRow[]> =>
  pagesAfter<NoteRow>(
    (last) => db.many<NoteRow>`
      select id, member_id, author_id, body, created_at from member_notes
       where site_id = ${site.id} and deleted_at is null and id > ${last?.id ?? nilUuid}
       order by id limit ${pageSize}`,
  );

/** Inserts a note of another site with its time. Returns its ID. */
export async function insertNote({ db, site }: SiteScope, note: Omit<NoteRow, "id">): Promise<string> {
  const id = newId();
  await db.run`insert into member_notes ${rows({ siteId: site.id, id, ...note, updatedAt: note.createdAt })}`;
  return id;
}
