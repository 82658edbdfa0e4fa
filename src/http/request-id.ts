import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Keeps the `X-Request-Id` of a proxy or client if it is safe in a log; otherwise generates one. */
export function requestId({ headers }: Pick<IncomingMessage, "headers">): string {
  const header = headers["x-request-id"];
  return typeof header === "string" && /^[\w.:-]{1,100}$/.test(header) ? header : randomUUID();
}
