import { reconcilePayments } from "#domain/sales/payments/reconciliation/reconcile.ts";
import { now } from "../../support/clock.ts";
import { type ASite, payments } from "../../support/world.ts";
import { database } from "../../support/databases/database.ts";

/** Compares as the nightly job does. */
export const reconcile = ({ site }: ASite) => {
  const context = {
    db: database,
    site,
    caller: { kind: "system" as const },
    now: now(),
    requestId: null,
    address: null,
  };
  return reconcilePayments({ ...context, payments }, { days: 3 });
};
