import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { rows } from "#database/statements/sql.ts";
import { newId } from "#domain/platform/ids.ts";
import { renderPdf } from "#pages/pdf/render-pdf.ts";
import { assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { charactersOf } from "../../support/data/pdf-characters.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { aPaidCourse, aShop, checkOut, decide, ordersOf } from "../support/buyer.ts";

const selling = {
  sellerName: "海港 Ltd",
  sellerAddress: "Pier 1\r\nГавань",
  sellerTaxId: "12345678",
  taxName: "VAT",
  taxRate: "5",
  refundAccess: "keep",
  checkoutMinutes: "30",
  graceDays: "7",
};

const save = async (owner: TestBrowser, fields: Record<string, string> = {}) =>
  owner.submit(await owner.open("/admin/payments"), { ...selling, ...fields }, "/admin/payments");

/** A member with a paid order. */
async function aPaidOrder(name = "Ana Lima") {
  const shop = await aShop();
  await save(shop.owner);
  const course = await aPaidCourse(shop.operator);
  const member = await shop.site.member({ name });
  const browser = await shop.site.signedIn(member);
  const page = await decide(browser, await checkOut(browser, course.plan), "paid");
  return { ...shop, course, member, browser, page, order: page.address.split("?")[0]! };
}

const hanFrom = (first: number, count: number): string =>
  String.fromCodePoint(...Array.from({ length: count }, (_, index) => first + index));

/** The pages of a PDF. */
const pagesOf = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;

function assertShows(pdf: Buffer, texts: readonly string[]): void {
  const characters = charactersOf(pdf);
  for (const text of texts) {
    for (const character of text.replaceAll(/[\s\p{M}]/gu, ""))
      assert.ok(characters.has(character), `${text}: ${character}`);
  }
}

void describe("The receipt as a PDF", () => {
  void test("is for the buyer, with names in all scripts, and says what was true when the order was paid", async () => {
    const { site, owner, browser, page, order } = await aPaidOrder("นัท ליאור 語晴 Łucja");
    assert.ok(page.body.includes(`href="${order}/receipt.pdf"`));
    await save(owner, { sellerName: "Ωμέγα", taxName: "ਟੈਕਸ" });
    const pdf = await browser.request("GET", `${order}/receipt.pdf`);
    assert.deepEqual([pdf.statusCode, pdf.headers["content-type"]], [200, "application/pdf"], pdf.body.slice(0, 500));
    const invoiceNumber = (await ordersOf(site))[0]!.invoiceNumber!;
    assert.equal(pdf.headers["content-disposition"], `attachment; filename="receipt-${invoiceNumber}.pdf"`);
    assert.equal(pdf.headers["cache-control"], "no-store");
    assert.ok(pdf.body.startsWith("%PDF-"));
    assert.equal(pagesOf(pdf.rawPayload), 1);
    const shown = [
      `Receipt ${invoiceNumber}`,
      "海港 Ltd",
      "Pier 1",
      "Гавань",
      "Tax number: 12345678",
      "$49",
      "VAT 5%: $2.33",
    ];
    assertShows(pdf.rawPayload, [...shown, "นัท ליאור 語晴 Łucja", "Knots (Full)", "Sold by", "Sold to", "Total"]);
    const characters = charactersOf(pdf.rawPayload);
    assert.ok(!characters.has("Ω") && !characters.has("ਟ"));
    // The labels are in the language of the reader.
    const chinese = await browser.request("GET", `${order}/receipt.pdf?ui_locales=zh-TW`);
    assert.equal(chinese.statusCode, 200);
  });

  void test("is available to the buyer and to staff only", async () => {
    const { site, owner, order, course, operator } = await aPaidOrder();
    const staffPage = order.replace("/orders/", "/admin/orders/");
    assert.ok((await owner.open(staffPage)).body.includes(`href="${staffPage}/receipt.pdf"`));
    const manager = await site.signedIn(await site.member({ roles: ["manager"] }));
    for (const staff of [owner, manager]) {
      const pdf = await staff.request("GET", `${staffPage}/receipt.pdf`);
      assert.deepEqual([pdf.statusCode, pdf.headers["content-type"]], [200, "application/pdf"]);
      assertShows(pdf.rawPayload, ["Ana Lima", "海港 Ltd"]);
      // The address of the member's page is for the member.
      assert.equal((await staff.request("GET", `${order}/receipt.pdf`)).statusCode, 404);
    }
    const stranger = await site.signedIn(await site.member());
    assert.equal((await stranger.request("GET", `${order}/receipt.pdf`)).statusCode, 404);
    assert.equal((await stranger.request("GET", `${staffPage}/receipt.pdf`)).statusCode, 403);
    const lecturer = await site.signedIn(await site.member({ roles: ["lecturer"] }));
    assert.equal((await lecturer.request("GET", `${staffPage}/receipt.pdf`)).statusCode, 403);
    for (const path of [order, staffPage]) {
      const visitor = await site.get(`${path}/receipt.pdf`);
      assert.equal(visitor.statusCode, 303);
      assert.match(String(visitor.headers.location), /^\/sign-in\?/);
    }
    assert.notEqual((await operator.get(`${order.slice(1)}/receipt.pdf`)).statusCode, 200);
    const unpaid = await checkOut(stranger, course.plan, { provider: "offline" });
    const path = `${unpaid.address.split("?")[0]!}/receipt.pdf`;
    assert.equal((await stranger.request("GET", path)).statusCode, 404);
    assert.equal((await owner.request("GET", `/admin${path}`)).statusCode, 404);
  });

  void test("The receipt of a long order has as many pages as it needs, and a safe name", async () => {
    const { site, browser, order } = await aPaidOrder();
    const { id } = (await ordersOf(site))[0]!;
    const line = { siteId: site.site.id, orderId: id, productType: "course_plan", quantity: 1 };
    const many = Array.from({ length: 80 }, (_, index) => ({
      ...line,
      id: newId(),
      productId: newId(),
      name: `${index} ${hanFrom(0x4e00 + 60 * index, 60)} ${"Bowline and other knots ".repeat(3)}`,
      unitAmount: 100,
      amount: 100,
    }));
    await database.run`insert into order_lines ${rows(...many)}`;
    await database.run`
      update orders set invoice_number = ${'A/1"\r\nx: y'} where site_id = ${site.site.id} and id = ${id}`;
    const pdf = await browser.request("GET", `${order}/receipt.pdf`);
    assertStatus(pdf, 200);
    assert.equal(pdf.headers["content-disposition"], 'attachment; filename="receipt-A-1-x-y.pdf"');
    const pages = pagesOf(pdf.rawPayload);
    assert.ok(pages >= 3 && pages <= 8, `${pages} pages`);
    const shown = [...charactersOf(pdf.rawPayload)].filter((character) => /\p{Script=Han}/u.test(character));
    assert.ok(shown.length > 4000, `${shown.length} different characters`);
  });

  void test("asks to try again if the machine is too busy to render it in time", async () => {
    const worker = new URL("../../../src/pages/pdf/receipt-pdf-worker.ts", import.meta.url);
    await assert.rejects(renderPdf("site", worker, {}, { timeoutMs: 0 }), { code: "rate_limited" });
  });
});
