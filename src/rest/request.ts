import type { FastifyRequest } from "fastify";
import { Problem } from "#domain/platform/problem.ts";
import { versionsOf } from "./etag.ts";

/** Request options outside the operation's input: response shape and preconditions. */
export interface RequestPreferences {
  /** The query without these options. */
  query: URLSearchParams;
  fields: string[] | undefined;
  dryRun: boolean;
  ifMatch: number[] | "any" | undefined;
  idempotencyKey: string | undefined;
}

export function readPreferences(
  request: FastifyRequest,
  { writes, takesKey }: { writes: boolean; takesKey: boolean },
): RequestPreferences {
  const query = new URLSearchParams(request.url.split("?").slice(1).join("?"));
  const fields = query.get("fields")?.split(",");
  query.delete("fields");
  const dryRun = writes && isTrue(query.get("dry_run"));
  if (writes) query.delete("dry_run");
  return {
    query,
    fields,
    dryRun,
    ifMatch: writes ? versionsOf(single(request.headers["if-match"])) : undefined,
    idempotencyKey: takesKey ? keyOf(request) : undefined,
  };
}

const single = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(",") : header);

function isTrue(text: string | null): boolean {
  if (text === null || text === "false") return false;
  if (text === "true") return true;
  throw new Problem("invalid_request", "dry_run must be true or false.");
}

function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = single(headers["idempotency-key"]);
  if (key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new Problem("invalid_request", "Idempotency-Key must have 1 to 255 visible ASCII characters, without spaces.");
}
