import { AsyncLocalStorage } from "node:async_hooks";
import type { Span } from "@opentelemetry/api";

/** The request or job that the current code runs for. */
export interface Scope {
  /** Empty for jobs. A statement that several requests share has several. */
  requestIds: readonly string[];
  /** Part of the product that received the request: `operator_api`, `jobs`. */
  surface: string;
  /** Undefined if tracing is off. */
  span: Span | undefined;
}

/** Node.js 24 keeps this value in the continuation of each promise, without hooks on promises. */
const storage = new AsyncLocalStorage<Scope>();

export const currentScope = (): Scope | undefined => storage.getStore();

/** Runs work, with everything that it starts, for a request or a job. */
export const inScope = <Result>(scope: Scope, work: () => Result): Result => storage.run(scope, work);
