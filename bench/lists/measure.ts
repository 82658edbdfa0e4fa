import type pg from "pg";
import { runPrepared } from "#database/statements/prepared-query.ts";
import { backendClock } from "./backend-time.ts";
import type { Asked } from "./capture.ts";
import type { Listed, Taken } from "./listed.ts";
import { places, type Row } from "./rows.ts";

/**
 * Measures PostgreSQL's work for the statements of a list, on one connection with prepared statements, as in the
 * server.
 */
export async function openMeter(client: pg.Client, limit: number, repeat: number) {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const clock = backendClock(rows[0]!.pid);

  async function microseconds(requested: readonly Asked[]): Promise<number> {
    const begin = clock();
    for (let times = 0; times < repeat; times++) {
      for (const [statement, bound] of requested) await runPrepared(client, statement, bound);
    }
    return (clock() - begin) / repeat / 1000;
  }

  return async ({ row, site, requested }: Listed): Promise<Taken> => {
    const taken: Partial<Taken> = {};
    for (const place of places) taken[place] = await microseconds(requested[place]);
    return { ...(taken as Taken), ids: await microseconds([idsAlone(row, site.id, limit)]) };
  };
}

/** The first page with only the IDs: measures the cost of finding the rows. */
function idsAlone({ table, sort, column }: Row, siteId: string, limit: number): Asked {
  const direction = sort.startsWith("-") ? "desc" : "asc";
  const text = `select id from ${table} where site_id = $1 and deleted_at is null
                 order by ${column} ${direction}, id ${direction} limit ${limit + 1}`;
  return [{ text, name: `ids_${table}_${column}_${direction}`, writes: false, inIndexOrder: true }, [siteId]];
}
