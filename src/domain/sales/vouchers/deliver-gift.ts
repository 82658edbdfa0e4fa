import type { Postbox } from "#domain/messages/mail/postbox.ts";
import { mailLocale } from "#domain/messages/mail/text/catalogue.ts";
import type { Context } from "#domain/platform/context.ts";
import { kinds } from "#domain/sales/products/kinds.ts";
import { findGiver, listSeats, lockVoucher, updateVoucher } from "./queries.ts";
import { stateOf } from "./show-voucher.ts";
import { addressOfVoucher, digestOfLink } from "./voucher-link.ts";
import type { VoucherRow } from "./voucher.ts";

const maxDeliveryMs = 7 * 86_400_000;

/** Mails a gift to its recipient, unless it was redeemed, refunded or has ended meanwhile. */
export async function deliverGift(context: Context & { mail: Postbox }, id: string): Promise<void> {
  const { mail, site, now } = context;
  const voucher = await lockVoucher(context, id);
  if (!voucher?.mailAt || voucher.mailAt > now) return;
  await updateVoucher(context, id, { mailAt: null });
  const { recipientEmail, message, memberId, linkDigest } = voucher;
  const isOpen = stateOf(context, voucher, await listSeats(context, id)) === "open";
  if (!isOpen || recipientEmail === null || linkDigest === null) return;
  const link = addressOfVoucher(context, voucher) ?? (await renewLink(context, voucher));
  const item = await kinds[voucher.productType].find(context, voucher.productId, null);
  const order = { number: "", items: item?.name ?? "", total: "", until: "" };
  const to = {
    email: recipientEmail,
    locale: mailLocale(voucher.locale, mailLocale(site.defaultLocale, "en")),
    until: new Date(now.getTime() + maxDeliveryMs),
  };
  const giver = (await findGiver(context, memberId)) ?? site.name;
  await mail.post(context, to, { kind: "gift", link, giver, order, ...(message !== null && { message }) });
  await updateVoucher(context, id, { mailedAt: now });
}

/** The link of a gift that came with an archive was made with the key of another installation. */
async function renewLink(context: Context, { id, linkNumber: former }: VoucherRow): Promise<string> {
  const linkNumber = former + 1;
  const linkDigest = digestOfLink(context, { id, linkNumber });
  await updateVoucher(context, id, { linkNumber, linkDigest });
  return addressOfVoucher(context, { id, linkNumber, linkDigest }) ?? "";
}
