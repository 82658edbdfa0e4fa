import type { Database } from "#database/database.ts";
import { openCounts } from "./quotas/counts.ts";
import { openReservations } from "./quotas/reservations.ts";
import type { Quotas, QuotaOptions } from "./quotas/quotas.ts";

/**
 * Counts requests per minute, mostly in memory: one statement serves many requests. Several processes of one machine
 * reserve requests in the database and enforce a limit exactly. A single process exchanges counts with other machines
 * once a second. Limits that must always be exact use `domain/platform/rate-limits`.
 */
export const openQuotas = (db: Database, { report, processes = 1 }: QuotaOptions): Quotas =>
  processes === 1 ? openCounts(db, report) : openReservations(db, { report, processes });
