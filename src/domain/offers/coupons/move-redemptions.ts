import { isDeepStrictEqual } from "node:util";
import { contentOf } from "#database/content/content-of.ts";
import { recordset, sql } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { eventAbout } from "#domain/platform/outbox/event-about.ts";
import { recordEvents } from "#domain/platform/outbox/record-event.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import { CouponRedemption, type RedemptionRow } from "./redemption.ts";

export type Redemption = Omit<RedemptionRow, "id">;

/** A redemption before and after a change. Both belong to the same order, if there is one. */
export interface RedemptionMove {
  before: Redemption | undefined;
  after: Redemption | undefined;
}

const isOther = ({ before, after }: RedemptionMove): boolean => before?.couponId !== after?.couponId;

/**
 * Stores changed redemptions and updates the counts. Does not validate coupons, because these redemptions have
 * already happened. Must run in a transaction.
 */
export async function moveRedemptions(context: Context, transitions: readonly RedemptionMove[]): Promise<void> {
  const gone = transitions.flatMap((move) => (isOther(move) ? (move.before ?? []) : []));
  const fresh = transitions.flatMap((move) => (isOther(move) && move.after ? [{ ...move.after, id: newId() }] : []));
  const altered = transitions.flatMap((move) =>
    isOther(move) || isDeepStrictEqual(move.before, move.after) ? [] : (move.after ?? []),
  );
  const exhausted = await count(context, gone, fresh);
  await remove(context, gone);
  await update(context, altered);
  await insert(context, fresh);
  const exhaustedEvents = exhausted.map((id) => eventAbout("coupon.exhausted", "coupon", id));
  await recordEvents(context, [...fresh.map(redeemedEvent), ...exhaustedEvents]);
}

/** Locks coupons in ID order. Returns the IDs of coupons that are now exhausted. */
async function count(
  { db, site, now }: Context,
  gone: readonly Redemption[],
  fresh: readonly Redemption[],
): Promise<string[]> {
  const changes = new Map<string, number>();
  const add = (uses: readonly Redemption[], sign: number) => {
    for (const { couponId } of uses) changes.set(couponId, (changes.get(couponId) ?? 0) + sign);
  };
  add(gone, -1);
  add(fresh, 1);
  const counts = [...changes].filter(([, change]) => change !== 0).map(([id, change]) => ({ id, change }));
  if (counts.length === 0) return [];
  const ids = counts.map(({ id }) => id);
  await db.run`
    select from ${table("coupons").withIds(site.id, ids)} order by id for no key update`;
  const exhausted = await db.write.many<{ id: string }>`
    with counted as (
      update coupons
         set redeemed_count = redeemed_count + changed.change, version = version + 1, updated_at = ${now}
        ${table("coupons").fromEach(contentOf(site.id), sql`jsonb_to_recordset(${JSON.stringify(counts)}) as input (id uuid, change integer)`)}
      returning coupons.id, redeemed_count, max_redemptions, change)
    select id from counted
     where redeemed_count >= max_redemptions and redeemed_count - change < max_redemptions order by id`;
  return exhausted.map(({ id }) => id);
}

/** Compares the key as a pair: one coupon may have most redemptions of the site. */
const isChanged = sql`
  coupon_redemptions.order_id is not null
  and ${table("coupon_redemptions").hasPair(["order_id", "coupon_id"], sql`changed.order_id`, sql`changed.coupon_id`)}`;

async function remove({ db, site }: Context, gone: readonly Redemption[]): Promise<void> {
  if (gone.length === 0) return;
  await db.run`
    delete from coupon_redemptions using ${table("coupon_redemptions").changed(site.id, gone)}
     where coupon_redemptions.site_id = changed.site_id and ${isChanged}`;
}

async function update({ db, site }: Context, redemptions: readonly Redemption[]): Promise<void> {
  if (redemptions.length === 0) return;
  await db.run`
    update coupon_redemptions
       set member_id = changed.member_id, amount = changed.amount, currency = changed.currency,
           created_at = changed.created_at
      from ${table("coupon_redemptions").changed(site.id, redemptions)}
     where coupon_redemptions.site_id = changed.site_id and ${isChanged}`;
}

async function insert({ db, site }: Context, redemptions: readonly RedemptionRow[]): Promise<void> {
  if (redemptions.length === 0) return;
  await db.run`
    insert into coupon_redemptions (site_id, id, coupon_id, member_id, order_id, amount, currency, created_at)
    select ${site.id}, id, coupon_id, member_id, order_id, amount, currency, created_at
      from jsonb_populate_recordset(null::coupon_redemptions, ${recordset(redemptions)})`;
}

const encode = compileEncoder(CouponRedemption.omit({ orderId: true }));

function redeemedEvent({ amount, currency, ...redemption }: RedemptionRow) {
  const data = encode({ ...redemption, object: "coupon_redemption", amount: { amount, currency } });
  return {
    type: "coupon.redeemed" as const,
    objectId: formatId("couponRedemption", redemption.id),
    data: asRecord(data),
  };
}
