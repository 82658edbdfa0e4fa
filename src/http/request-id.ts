import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** An `X-Request-Id` that a proxy or client sent is kept where it is harmless in a log; else one is made. */
export function requestId({ headers }: Pick<IncomingMessage, "headers">): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && /^[\w.:-]{1,100}$/.test(given) ? given : randomUUID();
}
