import { contentIn } from "#database/content/content-of.ts";
import { identifier, Sql, sql } from "#database/statements/sql.ts";
import type { RequestContext, SiteScope } from "#domain/platform/context.ts";
import { ownedBy } from "./owned-by.ts";
import type { Erased } from "./person.ts";
import { columnsOf, wordsOf } from "#domain/platform/declared-table.ts";
import type { PersonalTable } from "#domain/privacy/personal-table.ts";
import { widerTraceOf } from "./traces.ts";

/** Few enough to keep locks short. */
const rowsPerStatement = 1000;

/** Applies a table's declared erasure to its rows. Idempotent. */
export async function eraseRows(context: RequestContext, declared: PersonalTable, person: Erased): Promise<void> {
  const { owner, actors, erasure } = declared;
  if (owner && erasure.how === "delete") await deleteRows(context, declared, ownedBy(context, owner, person.memberId));
  if (owner && erasure.how === "pseudonymize") await writeOver(context, declared, person);
  for (const actor of wordsOf(actors)) await forgetActor(context, declared, actor, person);
}

export async function deleteRows(
  { db, site }: SiteScope,
  { table }: Pick<PersonalTable, "table">,
  condition: Sql,
): Promise<void> {
  const name = identifier(table);
  await untilNone(
    () => db.run`
      delete from ${name} where site_id = ${contentIn(table, site.id)} and ctid = any(array(
        select ctid from ${name} where site_id = ${site.id} and ${condition} limit ${rowsPerStatement}))`,
  );
}

/** Overwrites personal columns and assigns the rows to the pseudonym. */
async function writeOver({ db, site, now }: RequestContext, declared: PersonalTable, person: Erased): Promise<void> {
  const { owner, erasure } = declared;
  if (!owner || erasure.how !== "pseudonymize") return;
  const name = identifier(declared.table);
  const blanks = [...blanksOf(erasure.blank, now), ...namingTexts(declared, person)];
  const changes = blanks.map(({ column, value }) => sql`${column} = ${value}`);
  const owned = ownedBy({ site }, owner, person.memberId);
  if (owner.through === undefined) {
    const all = joined([
      sql`${identifier(owner.column)} = ${person.pseudonymId}`,
      ...changes,
      ...touched(declared, now),
    ]);
    await untilNone(
      () => db.run`
        update ${name} set ${all} where site_id = ${contentIn(declared.table, site.id)} and ctid = any(array(
          select ctid from ${name} where site_id = ${site.id} and ${owned} limit ${rowsPerStatement}))`,
    );
  } else if (blanks.length > 0) {
    const all = joined([...changes, ...touched(declared, now)]);
    const isLeft = blanks
      .map(({ column, value }) => sql`${column} is distinct from ${value}`)
      .reduce((left, right) => sql`${left} or ${right}`);
    await untilNone(
      () => db.run`
        update ${name} set ${all} where site_id = ${contentIn(declared.table, site.id)} and ctid = any(array(
          select ctid from ${name} where site_id = ${site.id} and ${owned} and (${isLeft}) limit ${rowsPerStatement}))`,
    );
  }
}

interface Blank {
  column: Sql;
  value: Sql;
}

const blanksOf = (blank: Readonly<Record<string, string>> = {}, now: Date): Blank[] =>
  Object.entries(blank).map(([column, value]) => ({ column: identifier(column), value: valueOf(value, now) }));

/** Kept texts, without those that name the person. */
const namingTexts = ({ kept = {} }: PersonalTable, person: Erased): Blank[] =>
  Object.entries(kept).flatMap(([name, { instead, onlyIf = "true" }]) => {
    if (instead === undefined) return [];
    const [column, condition, other] = [identifier(name), new Sql([onlyIf], []), new Sql([instead], [])];
    const isSilent = sql`lower(${column}) not like all(${widerTraceOf(person)}::text[])`;
    const isKept = sql`${column} is null or (${condition} and ${isSilent})`;
    return [{ column, value: sql`case when ${isKept} then ${column} else ${other} end` }];
  });

async function forgetActor(
  { db, site, now }: RequestContext,
  declared: PersonalTable,
  actor: string,
  { memberId, pseudonymId }: Erased,
): Promise<void> {
  if (declared.erasure.how === "search") return;
  const [name, column] = [identifier(declared.table), identifier(actor)];
  const all = joined([sql`${column} = ${pseudonymId}`, ...touched(declared, now)]);
  await untilNone(
    () => db.run`
      update ${name} set ${all} where site_id = ${contentIn(declared.table, site.id)} and ctid = any(array(
        select ctid from ${name} where site_id = ${site.id} and ${column} = ${memberId} limit ${rowsPerStatement}))`,
  );
}

/** Bumps the version, so that clients with a copy notice the change. */
export function touched(declared: PersonalTable, now: Date): Sql[] {
  const columns = columnsOf(declared);
  return [
    ...(columns.includes("version") ? [sql`version = version + 1`] : []),
    ...(columns.includes("updated_at") ? [sql`updated_at = ${now}`] : []),
  ];
}

/** Returns the declared value of a column; `:now` is the time of the erasure. */
function valueOf(declared: string, now: Date): Sql {
  const pieces = declared.split(":now");
  return new Sql(
    pieces,
    pieces.slice(1).map(() => now),
  );
}

export const joined = (pieces: readonly Sql[]): Sql => pieces.reduce((left, right) => sql`${left}, ${right}`);

async function untilNone(change: () => Promise<number>): Promise<void> {
  while ((await change()) > 0);
}
