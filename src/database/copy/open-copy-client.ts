import type pg from "pg";
import { type ConnectionConfig, ServerClient } from "../servers/server-client.ts";

export type CopyClient = pg.Client;

/**
 * Opens a connection for copying whole tables: without timeouts, and with the settings that decide how values are
 * written as text.
 */
export async function openCopyClient(connection: ConnectionConfig, name: string): Promise<CopyClient> {
  const client = new ServerClient({
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    ...connection,
    application_name: name,
  });
  // A broken connection fails its current statement, so there is nothing else to report.
  client.on("error", () => {});
  await client.connect();
  await client.query(settings);
  return client;
}

const settings = `
  set statement_timeout = 0;
  set lock_timeout = 0;
  set idle_in_transaction_session_timeout = 0;
  set timezone = 'UTC';
  set datestyle = 'ISO, MDY';
  set intervalstyle = 'postgres';
  set extra_float_digits = 1;
  set bytea_output = 'hex';
  set client_encoding = 'UTF8';
  set maintenance_work_mem = '256MB'`;
