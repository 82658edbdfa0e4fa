import { Client, DatabaseError } from "pg";
import type { Connection } from "./connection.ts";

const SUPERUSER = "postgres";

/**
 * Makes what is missing: the user, without the rights of a superuser as on any other server
 * (but tests of its own may make databases), and the database.
 */
export async function prepareApplicationDatabase(connection: Connection): Promise<void> {
  const superuser = { ...connection, user: SUPERUSER, database: SUPERUSER };
  await withClient(superuser, async (client) => {
    const { rows: roles } = await client.query("select 1 from pg_roles where rolname = $1", [connection.user]);
    if (roles.length === 0) {
      const password = client.escapeLiteral(connection.password);
      // One query, one transaction. The client is told its errors; in the log they might quote what a member typed.
      await client.query(
        `create role ${connection.user} login createdb password ${password};
         alter role ${connection.user} set log_min_messages = 'log'`,
      );
    }
    const { rows: databases } = await client.query("select 1 from pg_database where datname = $1", [
      connection.database,
    ]);
    if (databases.length === 0) {
      await client.query(`create database ${connection.database} owner ${connection.user}`);
    }
  });
  await withClient(connection, async () => {});
}

/** Whether the database takes this connection; false while the user or the database is missing. Other errors are thrown. */
export async function canConnect(connection: Connection): Promise<boolean> {
  try {
    await withClient(connection, async () => {});
    return true;
  } catch (error) {
    const missing = ["28P01", "28000", "3D000"]; // invalid password (said of a missing user, too), invalid authorization, no such database
    if (error instanceof DatabaseError && missing.includes(error.code ?? "")) return false;
    throw error;
  }
}

async function withClient(connection: Connection, use: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client(connection);
  client.on("error", () => {}); // the query that it breaks is told
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}
