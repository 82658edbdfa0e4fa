import type { NetConnectOpts } from "node:net";
import path from "node:path";
import pg from "pg";
import { connectionConfig } from "./database.ts";

/** Where the database of the tests is: what a proxy connects to, and how a program is told of it. */
export function placeOfDatabase(): { target: NetConnectOpts; url: URL } {
  const { host, port, user = "", password = "", database = "" } = new pg.Client(connectionConfig);
  const url = new URL(`postgres://127.0.0.1/${encodeURIComponent(database)}`);
  url.username = user;
  url.password = password ?? "";
  return { target: host.startsWith("/") ? { path: path.join(host, `.s.PGSQL.${port}`) } : { host, port }, url };
}
