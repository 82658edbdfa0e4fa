import { lookup } from "node:dns/promises";
import type { Server } from "node:http";
import { createServer } from "node:net";

/** The server cannot listen on its address; the message names the setting. */
export class UnusableAddress extends Error {
  override name = "UnusableAddress";
}

interface Address {
  host: string;
  port: number;
  portSetting: string;
  hostSetting: string;
  /** Descriptors of sockets that listen already. They replace host and port. */
  sockets?: readonly number[];
}

/** A server that can listen, such as a Fastify application. */
interface Listener {
  readonly server: Server;
  listen(address: Endpoint): PromiseLike<unknown>;
}

/** A host and a port, or else the descriptor of a socket. */
interface Endpoint {
  host: string;
  port: number;
  fd?: number;
}

/** Throws UnusableAddress. */
export async function listen(app: Listener, address: Address): Promise<void> {
  try {
    const { first, others } = await endpointsOf(address);
    await app.listen(first);
    await Promise.all(others.map((other) => listenAlso(app.server, other)));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const explain = explanations[code];
    if (address.sockets?.length && socketErrors.has(code)) throw new UnusableAddress(noSocket, { cause: error });
    throw explain ? new UnusableAddress(explain(address), { cause: error }) : error;
  }
}

async function endpointsOf({ host, port, sockets = [] }: Address): Promise<{ first: Endpoint; others: Endpoint[] }> {
  const [socket, ...otherSockets] = sockets;
  // Node.js ignores host and port beside a descriptor. Without a host, Fastify would also listen on that of localhost.
  const socketOf = (fd: number): Endpoint => ({ host: "127.0.0.1", port, fd });
  if (socket !== undefined) return { first: socketOf(socket), others: otherSockets.map(socketOf) };
  // Fastify would open further servers for `localhost`, without the listeners and limits of this one.
  const [found = host, ...others] = await addressesOf(host);
  return { first: { host: found, port }, others: others.map((other) => ({ host: other, port })) };
}

const addressesOf = async (host: string): Promise<string[]> =>
  host === "localhost" ? [...new Set((await lookup(host, { all: true })).map(({ address }) => address))] : [host];

/** Accepts connections of the server at another address, if this machine has it. */
async function listenAlso(server: Server, endpoint: Endpoint): Promise<void> {
  const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit("connection", socket));
  server.once("close", () => other.close());
  await new Promise<void>((resolve) => {
    other.on("error", () => resolve()).listen(endpoint, resolve);
  });
}

const socketErrors = new Set(["EBADF", "EINVAL", "ENOTSOCK", "EPERM", "ERR_INVALID_FD_TYPE"]);
const noSocket =
  "LISTEN_FDS promises sockets that this process does not have. Only a service manager may set it, as lectern.socket of systemd does.";

const unknownHost = ({ host, hostSetting }: Address) =>
  `This machine has no address ${host}. Correct ${hostSetting}: 0.0.0.0 means all addresses of this machine.`;

const explanations: Record<string, (address: Address) => string> = {
  EADDRINUSE: ({ port, portSetting }) =>
    `Port ${port} is in use by another program. Stop that program, or choose another port with ${portSetting}.`,
  EACCES: ({ port, portSetting }) =>
    `This user cannot listen on port ${port}. Choose a port above 1023 with ${portSetting}, and forward requests from a proxy.`,
  EADDRNOTAVAIL: unknownHost,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
};
