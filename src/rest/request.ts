import type { FastifyRequest } from "fastify";
import { Problem } from "#domain/platform/problem.ts";
import { repeatedParameter } from "./decode-query.ts";

/** Request options outside the operation's input. */
export interface RequestPreferences {
  /** The query without these options. */
  query: URLSearchParams;
  fields: string[] | undefined;
  dryRun: boolean;
  idempotencyKey: string | undefined;
}

export function readPreferences(
  request: FastifyRequest,
  { writes, takesKey }: { writes: boolean; takesKey: boolean },
): RequestPreferences {
  const query = new URLSearchParams(request.url.split("?").slice(1).join("?"));
  const fields = query.has("fields") ? query.getAll("fields").join(",").split(",") : undefined;
  query.delete("fields");
  const dryRun = writes && isTrue(take(query, "dry_run"));
  return {
    query,
    fields,
    dryRun,
    idempotencyKey: takesKey ? keyOf(request) : undefined,
  };
}

/** Removes a parameter from the query and returns its value. */
function take(query: URLSearchParams, name: string): string | undefined {
  const [value, ...others] = query.getAll(name);
  if (others.length > 0) throw repeatedParameter(name);
  query.delete(name);
  return value;
}

const single = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(",") : header);

function isTrue(text: string | undefined): boolean {
  if (text === undefined || text === "false") return false;
  if (text === "true") return true;
  throw new Problem("invalid_request", "dry_run must be true or false.");
}

function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = single(headers["idempotency-key"]);
  if (key === undefined || /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  throw new Problem("invalid_request", "Idempotency-Key must have 1 to 255 visible ASCII characters, without spaces.");
}
