import { deliverGifts } from "#domain/sales/vouchers/jobs/deliver-gifts.ts";
import { database } from "../../support/databases/database.ts";
import { now } from "../../support/clock.ts";
import { linkIn, mailsTo } from "../../support/doubles/mailroom.ts";
import { type ASite, postbox } from "../../support/world.ts";
import { storage } from "../../support/worlds/storage.ts";
import type { Page, TestBrowser } from "../../support/browser-session.ts";
import { decide } from "./buyer.ts";

/** Fields of the checkout for a gift. */
export const giftFor = (email: string, more: Record<string, string> = {}) => ({
  for: "gift",
  recipient: "Lin Wu",
  recipient_email: email,
  message: "",
  date: "",
  ...more,
});

/** Pays for a gift or seats. Returns the page of the order. */
export async function buyFor(browser: TestBrowser, item: string, fields: Record<string, string>): Promise<Page> {
  const query = fields["for"] === "gift" ? "&for=gift" : `&for=seats&seats=${fields["seats"] ?? "1"}`;
  const coupon = fields["coupon"] === undefined ? "" : `&coupon=${fields["coupon"]}`;
  const page = await browser.open(`/checkout?item=${item}${query}${coupon}`);
  const after = await browser.submit(page, { provider: "test", ...fields }, "/checkout");
  return decide(browser, await browser.open(new URL(after.address, "https://any.example").pathname), "paid");
}

/** The page where the buyer shares what they bought. */
export const shareOf = (browser: TestBrowser, order: Page): Promise<Page> => browser.open(`${order.address}/share`);

/** The path of the link on this page. */
export const linkOf = ({ body }: Page): string =>
  /value="https?:\/\/[^/"]+(\/redeem\?link=lgf_[\w-]{43})"/.exec(body)?.[1] ?? "";

/** Runs the job that mails gifts. */
export const deliver = (): Promise<number> => deliverGifts(database, now(), { mail: postbox, storage });

/** The link in the email of a gift. */
export const giftLink = async (email: string, count = 1): Promise<string> =>
  linkIn((await mailsTo(email, count)).at(-1)!);

export const seatsOf = ({ site }: ASite) =>
  database.many<{ memberId: string | null; endedFor: string | null }>`
    select member_id, ended_for from voucher_seats where site_id = ${site.id} order by id`;

/** Whether each gift was mailed, in the order of the orders. */
export const mailedOf = async ({ site }: ASite): Promise<boolean[]> =>
  (
    await database.many<{ isMailed: boolean }>`
      select mailed_at is not null as is_mailed from vouchers where site_id = ${site.id} order by id`
  ).map(({ isMailed }) => isMailed);
