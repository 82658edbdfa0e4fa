import { database } from "../databases/database.ts";

export async function newestId(siteId: string, table: string): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from ${table} where site_id = $1 order by id desc limit 1`,
    [siteId],
  );
  return rows[0]!.id;
}
