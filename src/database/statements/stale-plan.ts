import pg from "pg";
import { DatabaseOutage } from "../connection/outage.ts";

/**
 * A migration changed the columns that a prepared statement returns. The statement had no effect. PostgreSQL refuses it
 * on this connection until it is prepared again.
 */
export class StalePlan extends DatabaseOutage {
  override name = "StalePlan";

  constructor(cause: pg.DatabaseError) {
    super("busy", cause.message, { cause });
  }
}

/**
 * Recognizes "cached plan must not change result type" by the function that reports it: its code 0A000 means any
 * unsupported feature, and its message is translated.
 */
export const stalePlanOf = (error: unknown): StalePlan | undefined =>
  error instanceof pg.DatabaseError && error.code === "0A000" && error.routine === "RevalidateCachedQuery"
    ? new StalePlan(error)
    : undefined;
