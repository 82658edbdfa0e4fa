import { contentIn } from "#database/content/content-of.ts";
import type { RevokedFor } from "#domain/learning/enrollments/enrollment.ts";
import type { Context } from "#domain/platform/context.ts";
import { Problem } from "#domain/platform/problem.ts";
import { asSystem } from "#domain/platform/system-context.ts";
import { type FulfilledLine, updateLine } from "#domain/sales/orders/change-order.ts";
import { kindOf } from "#domain/sales/products/kinds.ts";
import type { GivenLine, Sale } from "#domain/sales/products/product-kind.ts";
import { endSeats, isVoucherLine, restoreSeats, type VoucherLine } from "#domain/sales/vouchers/end-seats.ts";
import { updateSeat } from "#domain/sales/vouchers/queries.ts";
import type { RefundAccess } from "#domain/site/selling/refund-access.ts";
import { accessAfterRefund } from "./access-after-refund.ts";

/**
 * Fulfills a paid line and returns the ID of the enrollment, registration, subscription or grant. Its `source` is
 * `purchase` and its `source_id` the line. Throws a problem if the line can no longer be fulfilled.
 */
export async function fulfillLine(context: Context, sale: Sale): Promise<string> {
  const { memberId, line, notify = true } = sale;
  const system = notify ? asSystem(context) : asSystem(silent(context));
  const kind = kindOf(line);
  const product = await kind.productOf(system, line.productId);
  if (!product) throw new Problem("not_found", "The product was deleted after it was ordered.");
  if (await kind.hasAcquired(system, product.id, memberId)) {
    throw new Problem("already_exists", "The member already has what this line contains.");
  }
  const id = await kind.give(system, sale, product.id);
  await system.db.run`
    update ${kind.access.table} set source = 'purchase', source_id = ${line.id}
     where site_id = ${contentIn(kind.access.table, system.site.id)} and id = ${id}`;
  return id;
}

const silent = (context: Context): Context => ({
  ...context,
  tells: { events: context.tells?.events ?? true, notices: false },
});

/** Ends the access that a line granted, to all who got it. Access that staff ended earlier is unchanged. */
export async function endAccess(context: Context, line: FulfilledLine, cause: RevokedFor): Promise<boolean> {
  if (!isVoucherLine(line)) return endGiven(context, line, cause);
  await endSeats(context, line, {
    cause,
    async endTaken(given) {
      await endGiven(context, given, cause);
      return true;
    },
  });
  return true;
}

/** `endAccess` for the access of one person. */
const endGiven = (context: Context, line: FulfilledLine, cause: RevokedFor): Promise<boolean> =>
  attempt(context, line, (system, given) => kindOf(given).end(system, given, cause));

/**
 * Ends the access that a line granted with the period that was paid, and whatever is charged for it. Returns false if
 * that is no longer possible.
 */
export const endAccessAt = (context: Context, line: FulfilledLine, at: Date): Promise<boolean> =>
  attempt(context, line, (system, given) => kindOf(given).endAt(system, given, at));

/** Ends the free seats of a refunded line. Those who took a seat keep or lose their access by the policy. */
export const refundSeats = (context: Context, line: VoucherLine, access: RefundAccess): Promise<void> =>
  endSeats(context, line, {
    cause: "refund",
    async endTaken(givenLine) {
      const after = await accessAfterRefund(context, { ...givenLine, voucherId: null }, access);
      if (after.kind === "until") await endAccessAt(context, givenLine, after.at);
      return after.kind === "end" && (await endGiven(context, givenLine, "refund"));
    },
  });

/** Restores the access that a dispute ended. Returns false if it can no longer be restored. */
export const restoreAccess = (context: Context, memberId: string, line: FulfilledLine): Promise<boolean> =>
  isVoucherLine(line)
    ? restoreSeats(context, line, (seat, given) =>
        restoreGiven(context, { memberId: seat.memberId, line: given }, (system, accessId) =>
          updateSeat(system, seat.id, { accessId }),
        ),
      )
    : restoreGiven(context, { memberId, line }, (system, fulfilledId) =>
        updateLine(system, line.id, { fulfilledId, fulfilledAt: system.now }),
      );

const restoreGiven = (
  context: Context,
  { memberId, line }: { memberId: string; line: FulfilledLine },
  store: (system: Context, accessId: string) => Promise<void>,
): Promise<boolean> =>
  attemptAsSystem(context, async (system) => {
    const giveAgain = async (until?: Date) => store(system, await fulfillLine(system, { memberId, line, until }));
    await (isGiven(line) ? kindOf(line).restore(system, line, giveAgain) : giveAgain());
  });

const isGiven = (line: FulfilledLine): line is GivenLine => line.fulfilledId !== null;

const attempt = async (
  context: Context,
  line: FulfilledLine,
  work: (system: Context, given: GivenLine) => Promise<void>,
): Promise<boolean> => isGiven(line) && attemptAsSystem(context, (system) => work(system, line));

/** Runs work as Lectern itself, with a savepoint. Returns false, without changes, if it throws a problem. */
async function attemptAsSystem(context: Context, work: (system: Context) => Promise<void>): Promise<boolean> {
  const system = asSystem(context);
  try {
    await context.db.attempt((db) => work({ ...system, db }));
    return true;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}
