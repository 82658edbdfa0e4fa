import { connect, createServer, type NetConnectOpts, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

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
