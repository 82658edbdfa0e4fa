import type { Database } from "#database/database.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { openCounts } from "./quotas/counts.ts";
import { openReservations } from "./quotas/reservations.ts";

/** A limit of requests per minute. */
export interface Policy {
  /** Also its name in the RateLimit headers. */
  name: string;
  perMinute: number;
}

export interface Balance {
  policy: Policy;
  allowed: boolean;
  remaining: number;
  /** Whole seconds until the next window. */
  resetSeconds: number;
}

export interface Quotas {
  /** Counts one request of a subject, or reports that the limit is exceeded. Most calls return without a promise. */
  take(site: Site, policy: Policy, subject: string, now: Date): Balance | Promise<Balance>;
  close(): Promise<void>;
}

export interface QuotaOptions {
  /** Receives errors of the synchronization. */
  report: (error: unknown) => void;
  /** Number of server processes on this machine. Default 1. */
  processes?: number | undefined;
}

/**
 * Counts requests per minute, mostly in memory: one statement serves many requests. Several processes of one machine
 * reserve requests in the database and enforce a limit exactly. A single process exchanges counts with other machines
 * once a second. Limits that must always be exact use `domain/platform/rate-limits`.
 */
export const openQuotas = (db: Database, { report, processes = 1 }: QuotaOptions): Quotas =>
  processes === 1 ? openCounts(db, report) : openReservations(db, { report, processes });
