import { findAccount } from "#domain/sales/payments/account.ts";
import { type TestEvent, testEventRequest } from "#domain/sales/payments/test-provider.ts";
import { database } from "../../support/databases/database.ts";
import { anEvent, aTicket, type Json } from "../../rest/support/an-event.ts";
import { type Operator, operatorOf } from "../../rest/support/operator.ts";
import { type ASite, aSite, payments } from "../../support/world.ts";
import type { Page, TestBrowser } from "../../support/browser-session.ts";
import { created, type Made } from "./free-school.ts";

const scopes = `courses:read courses:write curriculum:write events:read events:write digital_products:write
  storage:write membership_plans:write coupons:write orders:read students:read members:read`.replaceAll(/\s+/g, " ");

/** Test sites can use the test provider. */
export async function turnIntoTestSite(site: ASite): Promise<void> {
  await database.run`update sites set mode = 'test' where id = ${site.site.id}`;
  site.site.mode = "test";
  await site.forget();
}

/** A test site that accepts test payments and bank transfers. */
export async function aShop(opened?: ASite) {
  const site = opened ?? (await aSite({ openSignUp: true }));
  await turnIntoTestSite(site);
  const operator = await operatorOf(site, scopes);
  const owner = await site.signedIn(await site.member({ roles: ["owner"] }));
  const page = await owner.open("/admin/payments");
  await owner.submit(page, { "enabled-test": "on" }, "/admin/payments/test");
  const transfer = { instructions: "Harbour Bank, account 0123", "enabled-offline": "on" };
  await owner.submit(page, transfer, "/admin/payments/offline");
  return { site, operator, owner };
}

const price = { amount: 4900, currency: "USD" };

/** A published course with one lecture, and the ID of its plan. */
export async function aPaidCourse(
  operator: Operator,
  fields: Json = {},
): Promise<Made & { plan: string; path: string }> {
  const course = await created(operator.post("/courses", { name: "Knots", course_type: "paid" }));
  const plan = await created(
    operator.post(`/courses/${course.id}/plans`, { name: "Full", plan_type: "one_time", price, ...fields }),
  );
  const sections = [{ title: "One", lectures: [{ title: "Bowline", kind: "text", body_markdown: "A loop." }] }];
  await created(operator.put(`/courses/${course.id}/curriculum`, { sections }, { "if-match": "*" }));
  await created(operator.post(`/courses/${course.id}/publish`, {}));
  return { ...course, plan: plan.id, path: `/courses/${course.slug}` };
}

/** A published event with one paid ticket. */
export async function aPaidEvent(
  operator: Operator,
  fields: Json = {},
  ticketFields: Json = {},
): Promise<Made & { ticket: string }> {
  const event = await anEvent(operator, { name: "Regatta", ...fields });
  const ticket = await aTicket(operator, event, { price, ...ticketFields });
  await created(operator.post(`/events/${event.id}/publish`, {}));
  return { ...event, ticket: ticket.id };
}

/** Orders an item by the checkout page. Returns the page that follows. */
export async function checkOut(browser: TestBrowser, item: string, fields: Record<string, string> = {}, coupon = "") {
  const query = coupon === "" ? "" : `&coupon=${coupon}`;
  const page = await browser.open(`/checkout?item=${item}${query}`);
  const after = await browser.submit(page, { provider: "test", ...fields }, "/checkout");
  // The page of the provider is at another site, except for the test provider.
  return after.body === "" ? browser.open(new URL(after.address).pathname) : after;
}

/** Chooses what happens on the page of the test provider. */
export const decide = (browser: TestBrowser, page: Page, outcome: string): Promise<Page> =>
  browser.submit(page, { outcome }, page.address);

interface StoredOrder {
  id: string;
  status: string;
  total: number;
  attention: string | null;
  invoiceNumber: string | null;
}

export const ordersOf = ({ site }: ASite): Promise<StoredOrder[]> =>
  database.many<StoredOrder>`
    select id, status, total, attention, invoice_number from orders where site_id = ${site.id} order by created_at, id`;

/** The payment in the address of the test provider's page. */
export const paymentIn = (address: string): string => /pay_\w+/.exec(address)![0];

/** Sends a message of the test provider, as the provider would. */
export async function sendTestEvent(site: ASite, event: TestEvent) {
  const account = await findAccount({ ...site.context(), payments }, "test");
  const { body, headers } = testEventRequest(account!, event);
  return site.request("POST", "/payments/test/events", {
    payload: body,
    headers: { "content-type": "application/json", ...headers },
  });
}
