import type { SiteScope } from "#domain/platform/context.ts";
import { rows } from "#database/sql.ts";
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

/** Yields all notes of a site in ID order. */
export async function* allNotes({ db, site }: SiteScope): AsyncGenerator<NoteRow[]> {
  for (let after = "00000000-0000-0000-0000-000000000000"; ;) {
    const page = await db.many<NoteRow>`
      select id, member_id, author_id, body, created_at from member_notes
       where site_id = ${site.id} and deleted_at is null and id > ${after}
       order by id limit ${pageSize}`;
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.id;
  }
}

/** Inserts a note of another site with its time. Returns its ID. */
export async function insertNote({ db, site }: SiteScope, note: Omit<NoteRow, "id">): Promise<string> {
  const id = newId();
  await db.run`insert into member_notes ${rows({ siteId: site.id, id, ...note, updatedAt: note.createdAt })}`;
  return id;
}
