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
  /** The setting for the port. */
  setting: string;
  /** The setting for the host. */
  hostSetting: string;
}

/** A server that can listen, such as a Fastify application. */
interface Listener {
  readonly server: Server;
  listen(address: { host: string; port: number }): PromiseLike<unknown>;
}

/** Throws UnusableAddress. */
export async function listen(app: Listener, address: Address): Promise<void> {
  try {
    // Fastify would open further servers for `localhost`, without the listeners and limits of this one.
    const [host = address.host, ...others] = await addressesOf(address.host);
    await app.listen({ host, port: address.port });
    await Promise.all(others.map((other) => listenAlso(app.server, { host: other, port: address.port })));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const explain = explanations[code];
    throw explain ? new UnusableAddress(explain(address), { cause: error }) : error;
  }
}

const addressesOf = async (host: string): Promise<string[]> =>
  host === "localhost" ? [...new Set((await lookup(host, { all: true })).map(({ address }) => address))] : [host];

/** Accepts connections of the server at another address, if this machine has it. */
async function listenAlso(server: Server, address: { host: string; port: number }): Promise<void> {
  const other = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => server.emit("connection", socket));
  server.once("close", () => other.close());
  await new Promise<void>((resolve) => {
    other.on("error", () => resolve()).listen(address, resolve);
  });
}

const unknownHost = ({ host, hostSetting }: Address) =>
  `This machine has no address ${host}. Correct ${hostSetting}: 0.0.0.0 means all addresses of this machine.`;

const explanations: Record<string, (address: Address) => string> = {
  EADDRINUSE: ({ port, setting }) =>
    `Port ${port} is in use by another program. Stop that program, or choose another port with ${setting}.`,
  EACCES: ({ port, setting }) =>
    `This user cannot listen on port ${port}. Choose a port above 1023 with ${setting}, and forward requests from a proxy.`,
  EADDRNOTAVAIL: unknownHost,
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
};
