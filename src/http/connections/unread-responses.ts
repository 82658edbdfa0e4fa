import type { IncomingMessage, ServerResponse } from "node:http";
import { networkOf } from "#lib/network.ts";

export interface UnreadLimits {
  bytesPerNetwork: number;
  totalBytes: number;
  stallTimeoutMs: number;
}

const unreadLimits: UnreadLimits = {
  bytesPerNetwork: 32 * 1024 ** 2,
  totalBytes: 128 * 1024 ** 2,
  stallTimeoutMs: 60_000,
};

// Not in WeakMaps, which would keep the request until a full garbage collection (0124).
/** The client of a request. */
const client = Symbol("client");
/** The memory of a response that its client does not read. */
const unread = Symbol("unread");

declare module "node:http" {
  interface IncomingMessage {
    [client]?: { readonly ip: string };
  }
  interface ServerResponse {
    [unread]?: Stalled;
  }
}

/** Bytes that a stalled response needs besides those of its connection: its source, such as an open file. */
const sourceBytes = 32 * 1024;

/** Responses that their clients do not read as fast as they are written, in bounded memory. */
export interface UnreadResponses {
  /** Notes that bytes of this response wait for the client. */
  add(response: ServerResponse): void;
  /** Names the client of a request that a trusted proxy forwards. */
  identify(request: IncomingMessage, client: { readonly ip: string }): void;
}

/** A response with bytes that wait for the client. */
interface Stalled {
  readonly response: ServerResponse;
  readonly network: string;
  bytes: number;
}

interface Network {
  bytes: number;
  /** Those that stalled first come first. */
  readonly stalled: Set<Stalled>;
}

/**
 * Closes connections whose clients do not read: those without progress for a minute, and the oldest ones of a client
 * network that makes this process hold too many bytes.
 */
export function openUnreadResponses(limits = unreadLimits): UnreadResponses {
  const networks = new Map<string, Network>();
  let total = 0;

  function open(response: ServerResponse): Stalled {
    const { req: request } = response;
    const network = networkOf(request[client]?.ip ?? request.socket.remoteAddress ?? "");
    const entry = { response, network, bytes: 0 };
    response[unread] = entry;
    const resume = () => {
      settle(entry);
      response.socket?.setTimeout(0);
    };
    response.on("drain", resume);
    // Before Node.js sets the timeout of idle connections.
    response.prependOnceListener("finish", resume);
    response.once("close", () => settle(entry));
    response.once("timeout", () => reset(response));
    return entry;
  }

  function count(entry: Stalled, bytes: number): void {
    const network = networks.get(entry.network) ?? { bytes: 0, stalled: new Set() };
    networks.set(entry.network, network);
    network.stalled.add(entry);
    network.bytes += bytes - entry.bytes;
    total += bytes - entry.bytes;
    entry.bytes = bytes;
  }

  function settle(entry: Stalled): void {
    const network = networks.get(entry.network);
    if (!network?.stalled.delete(entry)) return;
    if (network.stalled.size === 0) networks.delete(entry.network);
    network.bytes -= entry.bytes;
    total -= entry.bytes;
    entry.bytes = 0;
  }

  /** The network that makes this process hold the most. */
  const largest = (): Network | undefined =>
    [...networks.values()].reduce<Network | undefined>(
      (most, network) => (most && most.bytes >= network.bytes ? most : network),
      undefined,
    );

  function close(stalled: Stalled): void {
    settle(stalled);
    reset(stalled.response);
  }

  function keepToLimit(network: Network | undefined): void {
    for (const stalled of network?.stalled ?? []) {
      // A single response may be larger than the limit.
      if (!network || network.bytes <= limits.bytesPerNetwork || network.stalled.size === 1) return;
      close(stalled);
    }
  }

  function keepToTotal(): void {
    while (total > limits.totalBytes) {
      const [oldest] = largest()?.stalled ?? [];
      if (!oldest) return;
      close(oldest);
    }
  }

  return {
    identify(request, identified) {
      request[client] = identified;
    },
    add(response) {
      const { socket } = response;
      if (!socket || socket.destroyed) return;
      const entry = response[unread] ?? open(response);
      count(entry, socket.writableLength + sourceBytes);
      // Bytes that the operating system accepts count as progress.
      socket.setTimeout(limits.stallTimeoutMs);
      keepToLimit(networks.get(entry.network));
      keepToTotal();
    },
  };
}

/** After an orderly close, the operating system would keep megabytes for the client. */
const reset = ({ socket }: ServerResponse): void => void socket?.resetAndDestroy();
