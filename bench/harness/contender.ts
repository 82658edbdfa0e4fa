import type { HttpRequest } from "./http-request.ts";
import type { Expectation } from "./load.ts";
import type { ServerProcess } from "./server-process.ts";

/** A row of the comparison: a kind of request and the expected response. */
export interface Row {
  name: string;
  title: string;
  expect: Expectation;
  /**
   * True if each request consumes a credential. A window is then a number of prepared requests instead of a duration.
   */
  consumes: boolean;
  /** Required ratio of our rate to the rate of the peer. */
  target?: number;
  /** Maximum CPU time of our server per request. */
  maxCpuMicroseconds?: number;
  /** Minimum share of the limit's rate. */
  shareOfLimit?: number;
  /** Maximum ratio of another contender's cost to the cost of the peer. */
  maxGrowth?: number;
  /** Number of different requests per window, if the requests can be repeated. */
  distinct?: number;
}

/** A server under measurement, running and filled. */
export interface Contender {
  name: string;
  title: string;
  port: number;
  /** Value of the Host header. */
  host: string;
  server: ServerProcess;
  /** Returns the requested number of requests. If the row consumes credentials, each request has its own. */
  requests(row: string, count: number): Promise<HttpRequest[]>;
  /** Refreshes the planner's statistics after credentials were inserted. */
  analyze(): Promise<void>;
  stop(): Promise<void>;
}
