import type { Database } from "#database/database.ts";
import { distribute } from "#database/distribute.ts";
import type { Distribution } from "#database/place-tables.ts";
import { removeTimeLimit } from "#database/watch-silence.ts";

/** Distributes the tables over the nodes of a Citus cluster, on a connection of its own without time limits. */
export async function distributeDatabase({ pool }: Database, report: (line: string) => void): Promise<Distribution> {
  const client = await pool.connect();
  try {
    await removeTimeLimit(client);
    return await distribute(client, report);
  } finally {
    client.release(true);
  }
}
