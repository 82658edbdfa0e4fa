import type { NetConnectOpts } from "node:net";
import pg from "pg";
import { connectionConfig } from "./database.ts";
import { targetOf } from "../doubles/tcp-proxy.ts";

/** The address of the test database: as a proxy target and as a URL for programs. */
export function databaseLocation(): { target: NetConnectOpts; url: URL } {
  const { host, port, user = "", password = "", database = "" } = new pg.Client(connectionConfig);
  const url = new URL(`postgres://127.0.0.1/${encodeURIComponent(database)}`);
  url.username = user;
  url.password = password ?? "";
  return { target: targetOf(host, port), url };
}

/** Parameters of connections to another database of the server. */
export function connectionTo(name: string): pg.ClientConfig {
  // An address of the server has precedence over single parameters, so these replace it.
  const { host, port, user, password } = new pg.Client(connectionConfig);
  return { host, port, user, password: password ?? "", database: name };
}
