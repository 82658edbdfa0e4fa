import type { NetConnectOpts } from "node:net";
import path from "node:path";
import pg from "pg";
import { connectionConfig } from "./database.ts";

/** The address of the test database: as a proxy target and as a URL for programs. */
export function databaseLocation(): { target: NetConnectOpts; url: URL } {
  const { host, port, user = "", password = "", database = "" } = new pg.Client(connectionConfig);
  const url = new URL(`postgres://127.0.0.1/${encodeURIComponent(database)}`);
  url.username = user;
  url.password = password ?? "";
  return { target: host.startsWith("/") ? { path: path.join(host, `.s.PGSQL.${port}`) } : { host, port }, url };
}
