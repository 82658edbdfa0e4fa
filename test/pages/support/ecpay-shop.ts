import assert from "node:assert/strict";
import { type ASite, password } from "../../support/world.ts";
import type { Page, TestBrowser } from "../../support/browser-session.ts";
import { aPaidCourse, aShop, checkOut } from "./buyer.ts";
import { anEcpayAccount, type EcpayShop, type Fields } from "./ecpay-emulator.ts";
import type { Json } from "../../rest/support/an-event.ts";

export const credentialsPage = "/admin/payments/ecpay/credentials";

/** Enters the keys of a shop in the admin area. */
export async function connect(owner: TestBrowser, ecpay: EcpayShop, fields: Record<string, string> = {}) {
  const { merchantId, hashKey, hashIv } = ecpay;
  const entered = { merchantId, hashKey, hashIv, environment: "production", current: password, ...fields };
  return owner.submit(await owner.open(credentialsPage), entered, credentialsPage);
}

/** A school that accepts payments by ECPay. */
export async function anEcpayShop(fields: Record<string, string> = {}, options: Record<string, string> = {}) {
  const shop = await aShop();
  const ecpay = anEcpayAccount();
  const saved = await connect(shop.owner, ecpay, fields);
  assert.match(saved.address, /done=saved/);
  await shop.owner.submit(saved, { "enabled-ecpay": "on", ...options }, "/admin/payments/ecpay");
  return { ...shop, ecpay };
}

const text = (value: string) => value.replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("&amp;", "&");

/** The address and the fields of the form on the page that leads to ECPay. */
export function formOn({ body }: Page): { action: string; fields: Fields } {
  const [, action, inside = ""] = /<form method="post" action="(http[^"]+)"([^]*?)<\/form>/.exec(body) ?? [];
  const inputs = [...inside.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return { action: action!, fields: Object.fromEntries(inputs.map(([, name, value]) => [name, text(value!)])) };
}

/** Submits the form as a browser does. Returns what ECPay's page says. */
export async function submitToEcpay(page: Page): Promise<string> {
  const { action, fields } = formOn(page);
  return (await fetch(action, { method: "POST", body: new URLSearchParams(fields) })).text();
}

/** A member who has ordered a course, and is on the page of ECPay. */
export async function anEcpayBuyer(fields: Json = {}) {
  const shop = await anEcpayShop();
  const price = { amount: 149_900, currency: "TWD" };
  const course = await aPaidCourse(shop.operator, { price, ...fields });
  const member = await shop.site.member();
  const browser = await shop.site.signedIn(member);
  const form = await checkOut(browser, course.plan, { provider: "ecpay" });
  assert.equal(await submitToEcpay(form), "opened");
  const order = new URL(formOn(form).fields["ClientBackURL"]!).pathname;
  return { ...shop, course, member, browser, form, order, trade: shop.ecpay.newest };
}

export const send = (site: ASite, message: ReturnType<EcpayShop["notification"]>) =>
  site.request("POST", "/payments/ecpay/events", message);
