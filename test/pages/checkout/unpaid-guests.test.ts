import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { expireOrders } from "#domain/sales/checkout/jobs/expire-orders.ts";
import { formatId } from "#domain/platform/ids.ts";
import { purgeGuests } from "#domain/sales/checkout/jobs/purge-guests.ts";
import { day, later, now } from "../../support/clock.ts";
import { database } from "../../support/databases/database.ts";
import type { ASite } from "../../support/world.ts";
import { textOf } from "../support/asked.ts";
import { aPaidCourse, aPaidEvent, aShop, checkOut, decide } from "../support/buyer.ts";
import { anAddress } from "../support/sign-up-forms.ts";
import { buyFor, giftFor, linkOf, shareOf } from "../support/vouchers.ts";

const minute = 60_000;

const guestsOf = async ({ site }: ASite): Promise<string[]> =>
  (
    await database.many<{ email: string }>`
      select email from members where site_id = ${site.id} and guest_email_key is not null order by created_at, id`
  ).map(({ email }) => email);

void test("The operator API matches addresses of members only, and finds guests by search", async () => {
  const { site, operator } = await aShop();
  const course = await aPaidCourse(operator);
  const email = anAddress();
  const member = await site.member({ email });
  await checkOut(site.browser(), course.plan, { email });
  const list = async (path: string) => (await operator.get(path)).json<{ data: Record<string, unknown>[] }>().data;
  const address = encodeURIComponent(email);
  assert.deepEqual(
    (await list(`/members?email=${address}`)).map(({ id }) => id),
    [formatId("member", member.id)],
  );
  assert.deepEqual(await list(`/orders?email=${address}`), []);
  const [guest, ...others] = (await list(`/members?q=${address}`)).filter(({ status }) => status === "invited");
  assert.deepEqual([guest!["email"], guest!["email_verified"], others], [email, false, []]);
  assert.equal((await list(`/orders?member_id=${String(guest!["id"])}`)).length, 1);
});

void describe("A guest who does not pay", () => {
  void test("holds a seat for a quarter of an hour, also with a bank transfer that takes days", async () => {
    const { site, operator } = await aShop();
    const event = await aPaidEvent(operator, {}, { capacity: 1 });
    const guest = site.browser();
    const order = await checkOut(guest, event.ticket, { email: anAddress(), provider: "offline" });
    assert.match(textOf(order), /We hold the seat until .* If it is taken before you pay, you get your money back\./);
    const buyer = await site.signedIn(await site.member());
    assert.match(textOf(await buyer.open(`/checkout?item=${event.ticket}`)), /All seats are taken\./);
    await later(16 * minute, async () => {
      const bought = await decide(buyer, await checkOut(buyer, event.ticket), "paid");
      assert.match(textOf(bought), /Thank you for your purchase\./);
    });
  });

  void test("is deleted after a month with the orders, unless they have paid or redeemed something", async () => {
    const { site, operator } = await aShop();
    const course = await aPaidCourse(operator);
    const [idle, buyer, recipient] = [anAddress(), anAddress(), anAddress()];
    await checkOut(site.browser(), course.plan, { email: idle });
    const paying = site.browser();
    const order = await buyFor(paying, course.plan, { ...giftFor(anAddress()), email: buyer });
    const taking = site.browser();
    await taking.submit(await taking.open(linkOf(await shareOf(paying, order))), { email: recipient }, "/redeem");
    assert.deepEqual((await guestsOf(site)).toSorted(), [idle, buyer, recipient].toSorted());
    await later(20 * day, async () => {
      await expireOrders(database, now());
      await purgeGuests(database, now());
    });
    assert.equal((await guestsOf(site)).length, 3);
    await later(31 * day, () => purgeGuests(database, now()));
    assert.deepEqual((await guestsOf(site)).toSorted(), [buyer, recipient].toSorted());
    const { count } = await database.one<{ count: number }>`
      select count(*)::integer as count from orders where site_id = ${site.site.id}`;
    assert.equal(count, 1);
    const audit = await database.many`
      select id from audit_entries where site_id = ${site.site.id} and action = 'purgeGuest'`;
    assert.equal(audit.length, 1);
  });
});
