import { contentIn } from "#database/content/content-of.ts";
import { identifier } from "#database/statements/sql.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { type Resealed, resealEach } from "./reseal-each.ts";

interface SealedColumn {
  table: string;
  /** The key of the table besides `site_id`. */
  key: string;
  column: string;
  /** The context to which a sealed value is bound. */
  contextOf: (key: string) => string;
}

/** Seals the values of a column again, at one site. */
export async function resealColumn(
  { db, site }: SiteScope,
  secretKey: Buffer,
  { table, key, column, contextOf }: SealedColumn,
): Promise<Resealed> {
  const [from, id, box] = [identifier(table), identifier(key), identifier(column)];
  const found = await db.many<{ id: string; sealed: Buffer }>`
    select ${id} as id, ${box} as sealed from ${from} where site_id = ${site.id} and ${box} is not null`;
  return resealEach(found, async (row, reseal) => {
    const fresh = reseal(secretKey, row.sealed, contextOf(row.id));
    if (!fresh) return;
    await db.run`
      update ${from} set ${box} = ${fresh}
       where site_id = ${contentIn(table, site.id)} and ${id} = ${row.id} and ${box} = ${row.sealed}`;
  });
}
