import type * as z from "zod";
import { expanding } from "#domain/platform/expansion/expanding.ts";
import type { Expansions } from "#domain/platform/expansion/expansion.ts";
import type { Operation } from "#domain/platform/operation.ts";

type Parameters<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Parameters<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** An operation whose input contains every path parameter of its route. */
type OperationAt<Path extends string> = Operation<z.ZodObject<Record<Parameters<Path>, z.ZodType>>>;

/** Effect of a write, as reported by a dry run. */
export type Effect = "create" | "update" | "delete";

/** A route of the operator API. */
export interface Route {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below `/api/v1`, with parameters such as `:course`. */
  path: string;
  /** Success status. */
  status: number;
  /** Undefined for operations without effects, even for POST. */
  effect: Effect | undefined;
  /** A bulk operation: larger body and a separate rate limit. */
  bulk: boolean;
  /** Accepts a body as large as a bulk request, without the bulk rate limit. */
  isLarge?: boolean;
  /**
   * Non-JSON bodies. `form`: multipart with the part `file`, or JSON without it. `bytes`: raw bytes as the field
   * `bytes`, with their digest (RFC 9530) as `contentDigest`.
   */
  takes?: "form" | "bytes";
  operation: Operation;
}

/** Returns the names of the parameters of a path. */
export const parametersOf = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].flatMap(([, name]) => name ?? []);

/** True if the input is in the URL: bodies of these methods have no semantics (RFC 9110 §9.3). */
export const readsAddress = ({ method }: Pick<Route, "method">): boolean => method === "GET" || method === "DELETE";

/** True for writes that accept an `Idempotency-Key`. A DELETE needs none, and raw bytes have a digest of their own. */
export const takesIdempotencyKey = ({ method, effect, takes }: Pick<Route, "method" | "effect" | "takes">): boolean =>
  effect !== undefined && method !== "GET" && method !== "DELETE" && takes !== "bytes";

const verb =
  (method: Route["method"], status: number, effect?: Effect, bulk = false) =>
  <Path extends string>(path: Path, operation: OperationAt<Path>): Route => ({
    method,
    path,
    status,
    effect,
    bulk,
    operation,
  });

const get = verb("GET", 200);
/** A read, with optional expansions. */
export const read = <Path extends string>(path: Path, operation: OperationAt<Path>, expansions?: Expansions): Route => {
  const route = get(path, operation);
  return expansions ? { ...route, operation: expanding(route.operation, expansions) } : route;
};
export const create = verb("POST", 201, "create");
export const change = verb("PATCH", 200, "update");
export const replace = verb("PUT", 200, "update");
/** Replaces all nested resources of one resource. */
export const replaceMany = verb("PUT", 200, "update", true);
export const remove = verb("DELETE", 204, "delete");
/** A state transition, or another action that is not a resource. */
export const act = verb("POST", 200, "update");
/** Makes a copy of a resource, and returns it. */
export const duplicate = verb("POST", 201, "create");
/** A create operation with a file. */
export const upload = <Path extends string>(path: Path, operation: OperationAt<Path>): Route => ({
  ...create(path, operation),
  takes: "form",
});
/** A PUT of raw bytes. */
export const receive = <Path extends string>(path: Path, operation: OperationAt<Path>): Route => ({
  ...replace(path, operation),
  takes: "bytes",
});
/** Starts a job and returns it. */
export const start = verb("POST", 202, "create");
/** Starts a job, with an optional file in the request. */
export const startWith = <Path extends string>(path: Path, operation: OperationAt<Path>): Route => ({
  ...start(path, operation),
  isLarge: true,
});
/** A read-only POST, for input that is too long for a URL. */
export const ask = verb("POST", 200);
export const bulk = verb("POST", 200, "update", true);
/** Creates many resources, or starts a job if there are too many rows. */
export const makeOrStart = verb("POST", 200, "create", true);
