import { contentIn } from "#database/content/content-of.ts";
import { identifier, type Sql, sql } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { deleteRows, joined, touched } from "#domain/privacy/erase-rows.ts";
import { ownedBy } from "#domain/privacy/owned-by.ts";
import { type Merging, wordsOf } from "#domain/platform/declared-table.ts";
import { type PersonalTable } from "#domain/privacy/personal-table.ts";

/** The IDs of two members of one site. */
export interface Ids {
  fromId: string;
  intoId: string;
}

/** Numbers of rows of a table. */
export interface Counts {
  moved: number;
  combined?: number;
  dropped?: number;
}

/** Applies the declared treatment to the rows of the merged member. */
export async function moveRows(context: Context, declared: PersonalTable, ids: Ids): Promise<Counts> {
  const { owner, actors, merging } = declared;
  if (!merging || merging.how === "keep" || merging.how === "own") return { moved: 0 };
  for (const actor of wordsOf(actors)) await reassign(context, declared, actor, ids);
  if (!owner || merging.how === "follow") return { moved: 0 };
  if (merging.how === "end") {
    await deleteRows(context, declared, ownedBy(context, owner, ids.fromId));
    return { moved: 0 };
  }
  const dropped = merging.how === "once" ? await dropDoubles(context, declared, merging, ids) : 0;
  return { moved: await reassign(context, declared, owner.column, ids), dropped };
}

/** Gives rows to the surviving member, and returns their number. */
const reassign = (
  { db, site, now }: Context,
  declared: PersonalTable,
  column: string,
  { fromId, intoId }: Ids,
): Promise<number> => {
  const changes = joined([sql`${identifier(column)} = ${intoId}`, ...touched(declared, now)]);
  return db.run`
    update ${identifier(declared.table)} set ${changes}
     where site_id = ${contentIn(declared.table, site.id)} and ${identifier(column)} = ${fromId}`;
};

/** Deletes one of two rows with the same values. The newer one is the one updated later. */
async function dropDoubles(
  { db, site }: Context,
  { table, owner }: PersonalTable,
  { columns, keeps }: Extract<Merging, { how: "once" }>,
  { fromId, intoId }: Ids,
): Promise<number> {
  if (!owner) return 0;
  const [name, person] = [identifier(table), identifier(owner.column)];
  const isSame = wordsOf(columns)
    .map((column): Sql => sql`own.${identifier(column)} = theirs.${identifier(column)}`)
    .reduce((left, right) => sql`${left} and ${right}`);
  const pair = sql`
    own.site_id = ${contentIn(table, site.id)} and own.${person} = ${intoId}
    and theirs.site_id = ${site.id} and theirs.${person} = ${fromId} and ${isSame}`;
  const older =
    keeps === "newer"
      ? await db.run`
          delete from ${name} as own using ${name} as theirs where ${pair} and own.updated_at < theirs.updated_at`
      : 0;
  return older + (await db.run`delete from ${name} as theirs using ${name} as own where ${pair}`);
}
