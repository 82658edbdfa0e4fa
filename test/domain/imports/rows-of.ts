import type { RequestContext } from "#domain/context.ts";

const tables = ["members", "courses", "sections", "lectures", "enrollments", "lecture_progress"];

/** Every row that an import makes at a site, in one order; with `extra` columns, such as those of the row's version. */
export async function rowsOf({ db, site }: RequestContext, extra = ""): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const table of tables) {
    const { rows } = await db.pool.query(`select ${extra} * from ${table} where site_id = $1 order by id`, [site.id]);
    found[table] = rows;
  }
  return found;
}
