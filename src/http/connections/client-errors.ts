import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

const methods = "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS";

/** Stands for the error of a CONNECT request, which Node.js does not treat as a request. */
export const connectCode = "CONNECT";

/**
 * Responds to bytes that are no HTTP request, and to requests that do not arrive in time. Earlier requests of the
 * connection get their responses first, because the client would take this one for theirs (RFC 9112 §9.3.2).
 *
 * @param latestOf returns the response to the last request of a connection.
 */
export function answerClientErrors(latestOf: (socket: Socket) => ServerResponse | undefined) {
  const failed = new WeakSet<Socket>();
  const answer = (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (socket.destroyed || failed.has(socket)) return;
    failed.add(socket);
    const send = () => {
      if (socket.writable) socket.write(responseTo(error.code));
      socket.destroy();
    };
    const latest = latestOf(socket);
    if (!latest || latest.writableFinished || error.code === "ECONNRESET") return send();
    socket.pause();
    if (latest.req.complete || latest.writableEnded) {
      // The client reads the responses to complete requests.
      latest.once("close", send);
    } else if (!latest.socket) {
      // The body of a request that has not started is invalid.
      const { status, body, headers } = refusalFor(error.code);
      latest.writeHead(status, headers).end(body);
    } else if (latest.headersSent) {
      socket.destroy();
    } else {
      send();
    }
  };
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    try {
      answer(error, socket);
    } catch {
      // No bytes of a client may end the process. Its connection has no response that it could trust.
      socket.destroy();
    }
  };
}

interface Refusal {
  status: number;
  description: string;
  error?: string;
  headers?: Readonly<Record<string, string>>;
}

const refusals: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, description: "The request did not arrive in time. Send it again." },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: {
    status: 413,
    description: "The chunk extensions of the request body are too long. Send none.",
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    description:
      "The URL and the headers of the request are longer than 48 kB together. Send fewer cookies or a shorter URL.",
  },
  [connectCode]: {
    status: 405,
    error: "method_not_allowed",
    description: "This server is no proxy. It does not support CONNECT.",
    headers: { allow: methods },
  },
};

const malformed: Refusal = { status: 400, description: "The request is not valid HTTP/1.1." };

function refusalFor(code: string | undefined) {
  const { status, description, error = "invalid_request", headers: more } = refusals[code ?? ""] ?? malformed;
  const body = JSON.stringify({ error, error_description: description });
  const headers = {
    "content-type": "application/json; charset=utf-8",
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    connection: "close",
    ...more,
  };
  return { status, headers, body };
}

function responseTo(code: string | undefined): string {
  const { status, headers, body } = refusalFor(code);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`;
}
