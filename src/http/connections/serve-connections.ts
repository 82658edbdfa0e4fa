import type { RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { answerClientErrors, connectCode } from "./client-errors.ts";
import { inTurn } from "./in-turn.ts";

/** The response to the last request of a connection. Not in a WeakMap, which would keep it longer (0124). */
const latest = Symbol("latest response");

declare module "node:net" {
  interface Socket {
    [latest]?: ServerResponse | undefined;
  }
}

/**
 * Replaces the listeners of a server: it handles the requests of a connection in turn, and responds to invalid bytes and
 * to CONNECT after them.
 *
 * @param route receives the original listeners.
 */
export function serveConnections(
  server: Server,
  route: (handlers: readonly RequestListener[]) => RequestListener,
): void {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node types the listeners of all events alike.
  const handle = inTurn(route(server.listeners("request") as RequestListener[]));
  server.on("connection", (socket: Socket) => {
    socket.once("close", () => (socket[latest] = undefined));
  });
  server.removeAllListeners("request").on("request", (request, response) => {
    request.socket[latest] = response;
    handle(request, response);
  });
  const answerError = answerClientErrors((socket) => socket[latest]);
  server.removeAllListeners("clientError").on("clientError", answerError);
  // RFC 9110 §10.1.1: the response to an unknown expectation may be that of the request.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("connect", (_request, socket: Socket) => {
    // A connection that was reset meanwhile. Node.js has removed its own listener.
    socket.on("error", () => {});
    answerError(Object.assign(new Error("CONNECT"), { code: connectCode }), socket);
  });
}
