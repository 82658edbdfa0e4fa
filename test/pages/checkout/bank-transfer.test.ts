import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { scanPage } from "../../support/scan-qr.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { textOf } from "../support/asked.ts";
import { aPaidCourse, aShop, checkOut, ordersOf } from "../support/buyer.ts";

const iban = "DE89 3704 0044 0532 0130 00";
const settings = { instructions: `Harbour Bank, IBAN ${iban}\nBIC: COBADEFFXXX`, holder: "Hafen Schule GmbH" };

/** A course for a price, and the owner's settings of transfers. */
async function aTransfer(price: object, changed: Record<string, string> = settings) {
  const shop = await aShop();
  const page = await shop.owner.open("/admin/payments");
  await shop.owner.submit(page, { ...changed, "enabled-offline": "on" }, "/admin/payments/offline");
  const { plan } = await aPaidCourse(shop.operator, { price });
  const browser = await shop.site.signedIn(await shop.site.member());
  return { ...shop, order: await checkOut(browser, plan, { provider: "offline" }) };
}

void describe("An order that is paid by bank transfer", () => {
  void test("shows the details to copy, and a code that banking apps read", async () => {
    const { site, order } = await aTransfer({ amount: 3510, currency: "EUR" });
    const { number } = JSON.parse(
      JSON.stringify((await outboxOf(site)).find(({ type }) => type === "order.created")!.data),
    );
    assert.equal(
      scanPage(order.body, "scan-code"),
      `BCD\n002\n1\nSCT\nCOBADEFFXXX\nHafen Schule GmbH\n${iban.replaceAll(" ", "")}\nEUR35.10\n\n\n${number}`,
    );
    assert.match(
      textOf(order),
      /Account holder Hafen Schule GmbH .*IBAN DE89 3704 0044 0532 0130 00 .*BIC COBADEFFXXX/,
    );
    const copied = [...order.body.matchAll(/data-copy="([^"]+)"/g)].map(([, value]) => value);
    assert.deepEqual(copied, ["35.10", "Hafen Schule GmbH", iban.replaceAll(" ", ""), "COBADEFFXXX", number]);
    assert.match(order.body, /<script type="module" src="\/assets\/islands\/[\w-]+\/page\.js"/);
    const [stored] = await ordersOf(site);
    assert.equal(stored!.status, "pending");
  });

  void test("has no code in another currency, or without an IBAN", async () => {
    const inDollars = await aTransfer({ amount: 3510, currency: "USD" });
    assert.match(textOf(inDollars.order), /Amount \$35\.10/);
    assert.equal(scanPage(inDollars.order.body, "scan-code"), undefined);
    const elsewhere = await aTransfer({ amount: 3510, currency: "EUR" }, { instructions: "Account 0123" });
    assert.match(textOf(elsewhere.order), /Account 0123/);
    assert.equal(scanPage(elsewhere.order.body, "scan-code"), undefined);
  });
});

void test("The checkout promises the money back, where the school does", async () => {
  const { site, operator, owner } = await aShop();
  const { plan } = await aPaidCourse(operator);
  const address = `/checkout?item=${plan}`;
  assert.doesNotMatch(textOf(await site.browser().open(address)), /money back/);
  const page = await owner.open("/admin/payments");
  await owner.submit(page, { moneyBackDays: "14" }, "/admin/payments");
  assert.match(textOf(await site.browser().open(address)), /You get your money back within 14 days/);
  const refused = await owner.submit(await owner.open("/admin/payments"), { moneyBackDays: "400" }, "/admin/payments");
  assert.match(textOf(refused), /Enter a whole number from 0 to 365/);
});
