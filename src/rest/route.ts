import type * as z from "zod";
import { expanding } from "#domain/platform/expansion/expanding.ts";
import type { Expansions } from "#domain/platform/expansion/expansion.ts";
import type { Operation } from "#domain/platform/operation.ts";

type Parameters<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | Parameters<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** An operation whose input names every parameter of the path that it is mounted at. */
type OperationAt<Path extends string> = Operation<z.ZodObject<Record<Parameters<Path>, z.ZodType>>>;

/** What a write does, in the words of a dry run. */
export type Effect = "create" | "update" | "delete";

/** Where an operation of the operator API is reached. */
export interface Route {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below `/api/v1`; parameters as `:course`. */
  path: string;
  /** Of a success. */
  status: number;
  /** Undefined for what changes nothing, though it may be a POST. */
  effect: Effect | undefined;
  /** Many rows in one request: a larger body, and a limit of its own. */
  bulk: boolean;
  /** Whether its body may be as large as one of many rows, without the limit of these. */
  isLarge?: boolean;
  /**
   * What its body is, where that is not JSON alone: a form whose part `file` is a file, or JSON without one; or bytes
   * as they are, the operation's `bytes`, whose digest (RFC 9530) is its `contentDigest`.
   */
  takes?: "form" | "bytes";
  operation: Operation;
}

/** Whether an operation's input stands in the address: these methods have no body to speak of (RFC 9110 §9.3). */
export const readsAddress = ({ method }: Pick<Route, "method">): boolean => method === "GET" || method === "DELETE";

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
/** What is read may come with what belongs to it, where it is asked for. */
export const read = <Path extends string>(path: Path, operation: OperationAt<Path>, expansions?: Expansions): Route => {
  const route = get(path, operation);
  return expansions ? { ...route, operation: expanding(route.operation, expansions) } : route;
};
export const create = verb("POST", 201, "create");
export const change = verb("PATCH", 200, "update");
export const replace = verb("PUT", 200, "update");
/** Everything that belongs to one thing, at once. */
export const replaceMany = verb("PUT", 200, "update", true);
export const remove = verb("DELETE", 204, "delete");
/** A step from one state to another, or anything else that is no resource of its own. */
export const act = verb("POST", 200, "update");
/** Something that comes with a file. */
export const upload = <Path extends string>(path: Path, operation: OperationAt<Path>): Route => ({
  ...create(path, operation),
  takes: "form",
});
/** Bytes that are put at their place. */
export const receive = <Path extends string>(path: Path, operation: OperationAt<Path>): Route => ({
  ...replace(path, operation),
  takes: "bytes",
});
/** Something that takes longer than a request: the answer is the job that does it. */
export const start = verb("POST", 202, "create");
/** The same, where what is to be worked on may come with the request. */
export const startWith = <Path extends string>(path: Path, operation: OperationAt<Path>): Route => ({
  ...start(path, operation),
  isLarge: true,
});
/** A question that is too long for an address. */
export const ask = verb("POST", 200);
export const bulk = verb("POST", 200, "update", true);
/** Makes many, and changes none that is there; or, where they are too many, begins a job that does. */
export const makeOrStart = verb("POST", 200, "create", true);
