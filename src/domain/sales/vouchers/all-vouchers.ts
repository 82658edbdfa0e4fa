import { rows } from "#database/statements/sql.ts";
import { table } from "#database/table/table.ts";
import { emailKey } from "#domain/platform/email.ts";
import type { SiteScope } from "#domain/platform/context.ts";
import { newId } from "#domain/platform/ids.ts";
import { vouchers } from "./queries.ts";
import type { SeatRow, VoucherRow } from "./voucher.ts";

/** A seat without its voucher. */
type StoredSeat = Omit<SeatRow, "id" | "voucherId"> & { createdAt: Date };

/** A voucher that was paid, with its seats. */
export type StoredVoucher = VoucherRow & { seats: StoredSeat[] };

const pageSize = 50;

/** Yields the vouchers of a site that were paid, in ID order. */
export async function* allVouchers(scope: SiteScope): AsyncGenerator<StoredVoucher[]> {
  const { db, site } = scope;
  for await (const page of vouchers.listPages(scope, pageSize)) {
    const ids = page.map(({ id }) => id);
    const seats = await db.many<SeatRow & { createdAt: Date }>`
      select id, voucher_id, line_id, member_id, access_id, taken_at, ended_at, ended_for, created_at
        from ${table("voucher_seats").under(site.id, "voucher_id", ids)} order by id`;
    const ofVoucher = Map.groupBy(seats, ({ voucherId }) => voucherId);
    yield page.map((voucher) => ({
      ...voucher,
      seats: (ofVoucher.get(voucher.id) ?? []).map(({ id: _id, voucherId: _voucher, ...seat }) => seat),
    }));
  }
}

type Restored = Omit<StoredVoucher, "id">;

/** Inserts a voucher of another site with its seats, and connects the lines that paid for it. Returns its ID. */
export async function restoreVoucher(
  { db, site }: SiteScope,
  { seats, ...voucher }: Restored,
  containerId: string | null,
): Promise<string> {
  const id = newId();
  const key = voucher.recipientEmail === null ? null : emailKey(voucher.recipientEmail);
  await db.run`insert into vouchers ${rows({ siteId: site.id, id, ...voucher, recipientEmailKey: key })}`;
  const { productId } = voucher;
  for (const seat of seats) {
    const row = { siteId: site.id, id: newId(), voucherId: id, productId, containerId, ...seat };
    await db.run`insert into voucher_seats ${rows(row)}`;
  }
  const lineIds = [...new Set(seats.map(({ lineId }) => lineId))];
  await db.run`
    update order_lines set voucher_id = ${id}
     where site_id = ${site.id} and id = any(${lineIds}::uuid[]) and voucher_id is null`;
  return id;
}
