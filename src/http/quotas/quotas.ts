import type { Site } from "#domain/platform/site/site.ts";

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
