import type { RequestListener, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { answerClientErrors, connectCode } from "./client-errors.ts";
import { inTurn } from "./in-turn.ts";

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
  const latest = new WeakMap<Socket, ServerResponse>();
  server.removeAllListeners("request").on("request", (request, response) => {
    latest.set(request.socket, response);
    handle(request, response);
  });
  const answerError = answerClientErrors((socket) => latest.get(socket));
  server.removeAllListeners("clientError").on("clientError", answerError);
  // RFC 9110 §10.1.1: the response to an unknown expectation may be that of the request.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("connect", (_request, socket: Socket) => {
    // A connection that was reset meanwhile. Node.js has removed its own listener.
    socket.on("error", () => {});
    answerError(Object.assign(new Error("CONNECT"), { code: connectCode }), socket);
  });
}
