import assert from "node:assert/strict";
import { findAccount } from "#domain/sales/payments/account.ts";
import { testEventRequest } from "#domain/sales/payments/test-provider.ts";
import { formatId, type IdKind } from "#domain/platform/ids.ts";
import { database } from "../databases/database.ts";
import { addressOfVoucher, digestOfLink } from "#domain/sales/vouchers/voucher-link.ts";
import { storage } from "../worlds/storage.ts";
import { newestId } from "../worlds/newest-id.ts";
import { payments } from "../world.ts";
import { adminAction, adminPage } from "./administrators.ts";
import { type Attempt, csrfOf, foreignCsrf, visitor } from "./attempt.ts";

/** The newest row of the other site in an address. */
const foreignId = async (kind: IdKind, table: string, { site }: Parameters<Attempt>[0]): Promise<string> =>
  formatId(kind, await newestId(site.site.id, table));

/** A page of the member for an item, an order or a payment of the other site. */
const page =
  (address: (id: string) => string, kind: IdKind, table: string): Attempt =>
  async (there, here) => {
    const path = address(await foreignId(kind, table, there));
    const ownBrowser = await here.site.signedIn(here.member);
    const answers = [await ownBrowser.request("GET", path), await visitor(there, here).request("GET", path)];
    assert.equal(answers[0]!.statusCode, 404, path);
    assert.notEqual(answers[1]!.statusCode, 200, path);
    return answers;
  };

const action =
  (address: (id: string) => string, kind: IdKind, table: string, fields: Record<string, string> = {}): Attempt =>
  async (there, here) => {
    const path = address(await foreignId(kind, table, there));
    const ownBrowser = await here.site.signedIn(here.member);
    const csrf = csrfOf(await ownBrowser.open("/account"));
    const known = await ownBrowser.request("POST", path, { ...fields, csrf });
    assert.equal(known.statusCode, 404, path);
    const forged = await ownBrowser.request("POST", path, { ...fields, csrf: await foreignCsrf(there) });
    const foreignSession = await visitor(there, here).request("POST", path, { ...fields, csrf });
    assert.match(String(foreignSession.headers.location), /^\/sign-in\?/);
    return [known, forged, foreignSession];
  };

const order: Attempt = async (there, here) => {
  const item = await foreignId("eventTicket", "event_tickets", there);
  const ownBrowser = await here.site.signedIn(here.member);
  const csrf = csrfOf(await ownBrowser.open("/account"));
  const fields = { item, key: "0123456789abcdef", total: "0 EUR", provider: "test" };
  const known = await ownBrowser.request("POST", "/checkout", { ...fields, csrf });
  assert.equal(known.statusCode, 404);
  const forged = await ownBrowser.request("POST", "/checkout", { ...fields, csrf: await foreignCsrf(there) });
  assert.equal(forged.statusCode, 303);
  return [known, forged];
};

/** The list of the member of this site, with the session of the other. */
const orders: Attempt = async (there, here) => {
  const answer = await visitor(there, here).request("GET", "/orders");
  assert.match(String(answer.headers.location), /^\/sign-in\?/);
  const ownBrowser = await here.site.signedIn(here.member);
  return [answer, await ownBrowser.request("GET", "/orders")];
};

/** A message about a payment of the other site, signed by its provider and by this site's. */
const message: Attempt = async (there, here) => {
  const paymentId = await foreignId("payment", "payments", there);
  const event = { id: "evt_1", paymentId, outcome: "paid", amount: { amount: 900, currency: "EUR" } } as const;
  const answers = await Promise.all(
    [there, here].map(async ({ site }) => {
      const account = await findAccount({ ...site.context(), payments }, "test");
      const { body, headers } = testEventRequest(account!, event);
      return here.site.request("POST", "/payments/test/events", { payload: body, headers });
    }),
  );
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [400, 200],
  );
  return answers;
};

const atOrder =
  (attempt: (address: (id: Parameters<Attempt>[0]) => string) => Attempt): Attempt =>
  async (there, here) => {
    const [foreign, ownId] = [await foreignId("order", "orders", there), await foreignId("order", "orders", here)];
    return attempt((id) => `/admin/orders/${id === there ? foreign : ownId}`)(there, here);
  };

const saleOfOther: Attempt = async (there, here) => {
  const product = await foreignId("digitalProduct", "digital_products", there);
  const fields = { email: "guest@school.example", product };
  return adminAction(() => "/admin/orders/record", { fields })(there, here);
};

const providerEventAction: Attempt = async (there, here) => {
  const path = "/admin/payments/events";
  const { messageId } = await database.one<{ messageId: string }>`
    select message_id from provider_events where site_id = ${there.site.site.id} and event is not null`;
  const fields = { provider: "test", event: messageId };
  const ownBrowser = await here.site.signedIn(here.member);
  const csrf = csrfOf(await ownBrowser.open("/account"));
  const known = await ownBrowser.request("POST", path, { ...fields, csrf });
  assert.equal(known.statusCode, 404);
  return [known, ...(await adminAction(() => path, { fields })(there, here))];
};

const agreements = "billing_agreements";

const atAgreement: Attempt = async (there, here) => {
  const [foreign, ownId] = [
    await foreignId("billingAgreement", agreements, there),
    await foreignId("billingAgreement", agreements, here),
  ];
  const address = (id: Parameters<Attempt>[0]) =>
    `/admin/members/${formatId("member", id.member.id)}/payments/${id === there ? foreign : ownId}`;
  return adminAction(address, { fields: { act: "now" }, notFound: true })(there, here);
};

const subscriptionAction = (name: string) =>
  action((id) => `/orders/subscriptions/${id}/${name}`, "billingAgreement", agreements);

/** The link of a gift of the other site, signed for it and for this one, read and redeemed here. */
const foreignGift: Attempt = async (there, here) => {
  const id = await newestId(there.site.site.id, "vouchers");
  const ownBrowser = await here.site.signedIn(here.member);
  const csrf = csrfOf(await ownBrowser.open("/account"));
  const answers = [];
  for (const { site } of [there.site, here.site]) {
    const linkDigest = digestOfLink({ site, storage }, { id, linkNumber: 1 });
    const link = new URL(addressOfVoucher({ site, storage }, { id, linkNumber: 1, linkDigest }) ?? "").search.slice(6);
    for (const answer of [
      await ownBrowser.request("GET", `/redeem?link=${link}`),
      await ownBrowser.request("POST", "/redeem", { link, csrf }),
    ]) {
      assert.equal(answer.statusCode, 404);
      answers.push(answer);
    }
  }
  return answers;
};

export const checkoutAttempts: Record<string, Attempt> = {
  "GET /checkout": page((id) => `/checkout?item=${id}`, "eventTicket", "event_tickets"),
  "POST /checkout": order,
  "GET /checkout/test/:id": page((id) => `/checkout/test/${id}`, "payment", "payments"),
  "POST /checkout/test/:id": action((id) => `/checkout/test/${id}`, "payment", "payments", { outcome: "paid" }),
  "GET /checkout/continue/:id": page((id) => `/checkout/continue/${id}`, "payment", "payments"),
  "GET /orders": orders,
  "GET /orders/:id": page((id) => `/orders/${id}`, "order", "orders"),
  "GET /orders/:id/receipt.pdf": page((id) => `/orders/${id}/receipt.pdf`, "order", "orders"),
  "POST /orders/:id/email": action((id) => `/orders/${id}/email`, "order", "orders", { email: "bo@school.example" }),
  "GET /orders/:id/share": page((id) => `/orders/${id}/share`, "order", "orders"),
  "POST /orders/:id/share": action((id) => `/orders/${id}/share`, "order", "orders", { act: "renew" }),
  "GET /redeem": foreignGift,
  "POST /redeem": foreignGift,
  "POST /orders/:id/pay": action((id) => `/orders/${id}/pay`, "order", "orders"),
  "GET /orders/subscriptions/:id": page((id) => `/orders/subscriptions/${id}`, "billingAgreement", agreements),
  "GET /orders/subscriptions/:id/switch": page(
    (id) => `/orders/subscriptions/${id}/switch`,
    "billingAgreement",
    agreements,
  ),
  "POST /orders/subscriptions/:id/switch": subscriptionAction("switch"),
  "POST /orders/subscriptions/:id/cancel": subscriptionAction("cancel"),
  "POST /orders/subscriptions/:id/resume": subscriptionAction("resume"),
  "POST /orders/subscriptions/:id/portal": subscriptionAction("portal"),
  "POST /admin/members/:id/payments/:agreement": atAgreement,
  // Leads to the page of the order, without reading it.
  "POST /orders/:id/return": async (there, here) => {
    const id = await foreignId("order", "orders", there);
    const answer = await here.site.request("POST", `/orders/${id}/return`);
    assert.equal(answer.headers.location, `/orders/${id}`);
    return [answer];
  },
  "POST /payments/:provider/events": message,
  "GET /admin/orders": adminPage(() => "/admin/orders?status=attention"),
  "GET /admin/orders/record": adminPage(() => "/admin/orders/record"),
  "POST /admin/orders/record": saleOfOther,
  "GET /admin/orders/:id": atOrder((address) => adminPage(address, { notFound: true })),
  "GET /admin/orders/:id/receipt.pdf": atOrder((address) =>
    adminPage((id) => `${address(id)}/receipt.pdf`, { notFound: true }),
  ),
  "POST /admin/orders/:id": atOrder((address) => adminAction(address, { fields: { act: "dismiss" }, notFound: true })),
  "GET /admin/payments": adminPage(() => "/admin/payments"),
  "POST /admin/payments": adminAction(() => "/admin/payments"),
  "GET /admin/payments/stripe/credentials": adminPage(() => "/admin/payments/stripe/credentials"),
  "POST /admin/payments/stripe/credentials": adminAction(() => "/admin/payments/stripe/credentials"),
  "POST /admin/payments/stripe/credentials/remove": adminAction(() => "/admin/payments/stripe/credentials/remove"),
  "GET /admin/payments/ecpay/credentials": adminPage(() => "/admin/payments/ecpay/credentials"),
  "POST /admin/payments/ecpay/credentials": adminAction(() => "/admin/payments/ecpay/credentials"),
  "POST /admin/payments/ecpay/credentials/remove": adminAction(() => "/admin/payments/ecpay/credentials/remove"),
  "GET /admin/payments/reconciliation": adminPage(() => "/admin/payments/reconciliation"),
  "POST /admin/payments/reconciliation": adminAction(() => "/admin/payments/reconciliation"),
  "GET /admin/payments/refunds": adminPage(() => "/admin/payments/refunds"),
  "POST /admin/payments/refunds": adminAction(() => "/admin/payments/refunds", {
    fields: { act: "save", item: "/courses/knots", access: "keep" },
  }),
  "GET /admin/payments/events": adminPage(() => "/admin/payments/events?state=all"),
  "POST /admin/payments/events": providerEventAction,
  "POST /admin/payments/:provider": adminAction(() => "/admin/payments/offline"),
};
