import { createServer, type AddressInfo } from "node:net";
import { type Database, openDatabase } from "#database/database.ts";
import { openSiteDirectory } from "#http/site-directory.ts";
import { databaseLocation } from "./database-location.ts";
import { aTcpProxy, type TcpProxy } from "../doubles/tcp-proxy.ts";
import { type ASite, buildProcess, siteAt } from "../world.ts";

/** A process whose connections to the database can be cut or silenced. The caller closes it. */
export interface RemoteDatabase {
  proxy: TcpProxy;
  database: Database;
  /** The site as served by this process. */
  at(site: ASite): ASite;
  close(): Promise<void>;
}

/** `timeout`: milliseconds of a statement, and of opening a connection. */
export async function aRemoteDatabase(timeout: number): Promise<RemoteDatabase> {
  const { target, url } = databaseLocation();
  const proxy = await aTcpProxy(target);
  url.port = String(proxy.port);
  const database = openDatabase({
    connectionString: url.href,
    connectionTimeoutMillis: timeout,
    statement_timeout: timeout,
  });
  const process = buildProcess({ db: database, sites: openSiteDirectory(database) });
  return {
    proxy,
    database,
    at: ({ site }) => siteAt(site, process),
    async close() {
      await process.close();
      await proxy.close();
      await database.close();
    },
  };
}

/** Rejects connections as PostgreSQL does when none is left. */
export async function aFullServer(): Promise<{ port: number; close(): Promise<void> }> {
  const fields = ["SFATAL", "VFATAL", "C53300", "Msorry, too many clients already", ""].map((field) => `${field}\0`);
  const body = Buffer.from(fields.join(""));
  const head = Buffer.from("E\0\0\0\0");
  head.writeInt32BE(body.length + 4, 1);
  const server = createServer((socket) => {
    socket.on("error", () => {}).once("data", () => socket.end(Buffer.concat([head, body])));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { port, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
