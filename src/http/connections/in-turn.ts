import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { networkOf } from "#lib/network.ts";

/** Maximum numbers of requests that wait for an earlier one of their connection. Each needs about 4 KB of memory. */
export interface WaitingLimits {
  perConnection: number;
  perNetwork: number;
  total: number;
}

export const waitingLimits: WaitingLimits = { perConnection: 100, perNetwork: 2000, total: 10_000 };

/** The waiting requests of a connection. */
interface Line {
  readonly network: string;
  waiting: number;
  /** A request was refused: later ones of the connection are not answered (RFC 9112 §9.6). */
  refused: boolean;
  /** Requests after the refused one, which need memory until the connection ends. */
  ignored: number;
}

/**
 * Handles the pipelined requests of a connection one after another (RFC 9112 §9.3.2). Node.js emits all requests of a
 * packet immediately, so that one packet could start thousands. Reading pauses while requests wait. Requests beyond a limit
 * are refused, and their connection is closed.
 */
export function inTurn(handle: RequestListener, limits = waitingLimits): RequestListener {
  const lines = new WeakMap<Socket, Line>();
  const counts = openCounts(limits);

  function open(socket: Socket): Line {
    const line: Line = { network: networkOf(socket.remoteAddress ?? ""), waiting: 0, refused: false, ignored: 0 };
    lines.set(socket, line);
    // Node.js resumes the socket when it reads the body of a request.
    socket.on("resume", () => {
      if (line.waiting > 0) socket.pause();
    });
    socket.once("close", () => {
      counts.subtract(line.network, line.waiting + line.ignored);
      line.waiting = 0;
      line.ignored = 0;
    });
    return line;
  }

  function wait(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    const line = lines.get(socket) ?? open(socket);
    if (socket.destroyed) return;
    if (line.refused) {
      // Its client does not read.
      if (counts.add(line.network, 1)) line.ignored++;
      else socket.resetAndDestroy();
      return;
    }
    if (line.waiting >= limits.perConnection || !counts.add(line.network, 1)) {
      line.refused = true;
      refuse(response);
    } else {
      line.waiting++;
      // Emitted after the earlier responses. A turn of the event loop for each request lets other connections go first.
      response.once("socket", () => setImmediate(start, line, request, response));
    }
    socket.pause();
  }

  function start(line: Line, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    if (socket.destroyed) return;
    line.waiting--;
    counts.subtract(line.network, 1);
    if (line.waiting === 0 && !line.refused) socket.resume();
    // An invalid body was refused in the meantime.
    if (!response.writableEnded) handle(request, response);
  }

  return (request, response) => {
    // Node.js assigns the socket to a response after the earlier ones of its connection.
    if (response.socket) handle(request, response);
    else wait(request, response);
  };
}

function refuse(response: ServerResponse): void {
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(refusal),
    "retry-after": "1",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    connection: "close",
  };
  response.writeHead(503, headers).end(refusal);
}

const refusal = JSON.stringify({
  error: "temporarily_unavailable",
  error_description:
    "Too many requests of this connection wait for their responses. Read responses before sending more.",
});

interface Counts {
  /** Adds an amount for the client network. Returns false, and adds nothing, if a limit would be exceeded. */
  add(network: string, amount: number): boolean;
  subtract(network: string, amount: number): void;
}

/** Adds up amounts per client network and in total. */
function openCounts(limits: { perNetwork: number; total: number }): Counts {
  const networks = new Map<string, number>();
  let total = 0;
  return {
    add(network, amount) {
      const sum = (networks.get(network) ?? 0) + amount;
      if (sum > limits.perNetwork || total + amount > limits.total) return false;
      networks.set(network, sum);
      total += amount;
      return true;
    },
    subtract(network, amount) {
      const sum = (networks.get(network) ?? 0) - amount;
      if (sum > 0) networks.set(network, sum);
      else networks.delete(network);
      total -= amount;
    },
  };
}
