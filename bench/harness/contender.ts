import type { HttpRequest } from "./http-request.ts";
import type { Expectation } from "./load.ts";
import type { ServerProcess } from "./server-process.ts";

/** One line of the comparison: a kind of request, and what must come back. */
export interface Row {
  name: string;
  title: string;
  expect: Expectation;
  /** Every request uses up a credential: a window is then a number of prepared requests, not a span of time. */
  consumes: boolean;
  /** Required ratio of our rate to the rate of the peer. */
  target?: number;
  /** Which share of the limit's rate ours is to reach. */
  shareOfLimit?: number;
  /** Maximum ratio of another contender's cost to the cost of the peer. */
  mostGrowth?: number;
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
  /** As many requests as asked for, no two with the same credential where the row uses them up. */
  requests(row: string, count: number): Promise<HttpRequest[]>;
  /** Refreshes the planner's statistics after credentials were filled in. */
  analyze(): Promise<void>;
  stop(): Promise<void>;
}
