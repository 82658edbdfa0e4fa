import { Client, DatabaseError } from "pg";
import type { Connection } from "./connection.ts";

const SUPERUSER = "postgres";

/**
 * Creates the application's role and database if missing. The role is no superuser, as on any other server, but may
 * create databases for tests.
 */
export async function prepareApplicationDatabase(connection: Connection): Promise<void> {
  const superuser = { ...connection, user: SUPERUSER, database: SUPERUSER };
  await withClient(superuser, async (client) => {
    const { rows: roles } = await client.query("select 1 from pg_roles where rolname = $1", [connection.user]);
    if (roles.length === 0) {
      const password = client.escapeLiteral(connection.password);
      // Sent as one query, so as one transaction. The client receives its errors; in the log they could expose a
      // member's input.
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

/**
 * Returns whether the database accepts this connection; false while the role or the database is missing. Rethrows
 * other errors.
 */
export async function canConnect(connection: Connection): Promise<boolean> {
  try {
    await withClient(connection, async () => {});
    return true;
  } catch (error) {
    const missing = ["28P01", "28000", "3D000"]; // invalid password (also reported for a missing role), invalid authorization, missing database
    if (error instanceof DatabaseError && missing.includes(error.code ?? "")) return false;
    throw error;
  }
}

async function withClient(connection: Connection, use: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client(connection);
  client.on("error", () => {}); // the query reports a broken connection
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}
