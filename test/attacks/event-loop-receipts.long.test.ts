import assert from "node:assert/strict";
import { test } from "node:test";
import { rows } from "#database/statements/sql.ts";
import { newId } from "#domain/platform/ids.ts";
import { database } from "../support/databases/database.ts";
import { measuredServer } from "../support/meters/measured-server.ts";
import { aPaidCourse, aShop, checkOut, decide, ordersOf } from "../pages/support/buyer.ts";
import { assertTurns } from "./support/turns.ts";

const distinct = 5000;

void test("No receipt blocks the event loop, with 100 lines of the maximum length in many scripts", async () => {
  const { site, operator } = await aShop();
  const server = await measuredServer();
  const course = await aPaidCourse(operator);
  const browser = await site.signedIn(await site.member({ name: "W".repeat(200) }));
  const page = await decide(browser, await checkOut(browser, course.plan), "paid");
  const { id } = (await ordersOf(site))[0]!;
  const line = { siteId: site.site.id, orderId: id, productType: "course_plan", quantity: 1 };
  const lines = Array.from({ length: 99 }, (_, index) => ({
    ...line,
    id: newId(),
    productId: newId(),
    name: Array.from({ length: 200 }, (_value, at) =>
      String.fromCodePoint(0x4e00 + ((200 * index + at) % distinct)),
    ).join(""),
    unitAmount: 100,
    amount: 100,
  }));
  await database.run`insert into order_lines ${rows(...lines)}`;
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const path = `${page.address.split("?")[0]!}/receipt.pdf`;
  const pdf = await assertTurns("A receipt as PDF", () => server.send(site, { path, headers: { cookie } }));
  assert.equal(pdf.status, 200, pdf.body.slice(0, 300));
});
