import { connect, createServer, type NetConnectOpts, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import path from "node:path";
import pg from "pg";

/** A connection to a server that can be cut and restored. */
export interface TcpProxy {
  port: number;
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Stops forwarding without closing anything, like a vanished host. New connections are accepted and silent too. */
  silence(): void;
  /** Forwards new connections. The silent ones stay silent. */
  endSilence(): void;
  close(): Promise<void>;
}

export async function aTcpProxy(target: NetConnectOpts): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let silent = false;
  let server: Server | undefined;

  const listen = async (port: number) => {
    const listening = createServer((from) => {
      if (silent) {
        sockets.add(from.on("error", () => {}).on("close", () => sockets.delete(from)));
        return;
      }
      const to = connect(target);
      for (const socket of [from, to]) {
        sockets.add(socket);
        socket.on("error", () => {});
        socket.on("close", () => {
          sockets.delete(socket);
          from.destroy();
          to.destroy();
        });
      }
      from.pipe(to).pipe(from);
    });
    await new Promise<void>((resolve) => listening.listen(port, "127.0.0.1", resolve));
    server = listening;
    return (listening.address() as AddressInfo).port;
  };
  const cut = async () => {
    const closed = new Promise((resolve) => server?.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };

  const port = await listen(0);
  return {
    port,
    cut,
    restore: async () => void (await listen(port)),
    silence() {
      silent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    endSilence() {
      silent = false;
    },
    close: cut,
  };
}

/** Opens a proxy to a PostgreSQL server, and returns the parameters of connections through it. */
export async function aProxyTo(server: pg.ClientConfig): Promise<{ proxy: TcpProxy; connection: pg.ClientConfig }> {
  const { host, port, user, password, database } = new pg.Client(server);
  const proxy = await aTcpProxy(targetOf(host, port));
  return { proxy, connection: { host: "127.0.0.1", port: proxy.port, user, password: password ?? "", database } };
}

/** Returns the address of a PostgreSQL server. A folder has the socket of its port. */
export const targetOf = (host: string, port: number): NetConnectOpts =>
  host.startsWith("/") ? { path: path.join(host, `.s.PGSQL.${port}`) } : { host, port };
