import type pg from "pg";
import { migrate } from "#database/migrate/migrate.ts";
import type { Cluster, Connection } from "../harness/cluster.ts";
import { openPool } from "../harness/pool.ts";

export interface LecternDatabase {
  connection: Connection;
  /** Fills in data for the measured servers. */
  pool: pg.Pool;
}

export async function createLecternDatabase(cluster: Cluster, name: string): Promise<LecternDatabase> {
  const connection = await cluster.create(name);
  const pool = openPool(connection);
  const client = await pool.connect();
  await migrate(client);
  client.release();
  return { connection, pool };
}
