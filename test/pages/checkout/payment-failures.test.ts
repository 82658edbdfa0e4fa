import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { failureOf } from "#domain/sales/payments/failure.ts";
import { assertOk } from "../../support/assert-status.ts";
import { runJobsOf } from "../../support/processes/run-jobs.ts";
import { agentAt } from "../../mcp/support/agent.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { textOf } from "../support/asked.ts";
import { ordersOf } from "../support/buyer.ts";
import { anEcpayBuyer, send as sendOfEcpay } from "../support/ecpay-shop.ts";
import { aBuyer } from "../support/stripe-buyer.ts";
import { send } from "../support/stripe-shop.ts";
import { aStripeSubscriber } from "../support/stripe-subscriber.ts";

interface Payment {
  status: string;
  failure_code: string | null;
  failure_message: string | null;
}

const error = {
  code: "card_declined",
  decline_code: "insufficient_funds",
  message: "Your card has insufficient funds.",
};

/** A buyer at Stripe, who tries a card that the bank declines. */
async function aDeclinedBuyer() {
  const buyer = await aBuyer();
  const { site, stripe, session } = buyer;
  const { bearer, get } = await operatorOf(site, "orders:read");
  const intent = { id: "pi_1", object: "payment_intent", status: "requires_payment_method" };
  const decline = (last_payment_error: object, metadata: object = session.metadata) =>
    send(site, stripe.event("payment_intent.payment_failed", { ...intent, metadata, last_payment_error }));
  const read = async () => {
    const { status, failure_code, failure_message } = (await get("/payments")).json<{ data: Payment[] }>().data[0]!;
    return [status, failure_code, failure_message];
  };
  const [order] = await ordersOf(site);
  return { ...buyer, bearer, decline, read, orderId: formatId("order", order!.id) };
}

void test("A declined card is explained to clients, agents and staff, until another attempt succeeds", async () => {
  const { site, stripe, session, owner, bearer, decline, read, orderId } = await aDeclinedBuyer();
  assert.deepEqual(await read(), ["pending", null, null]);
  assert.equal((await decline(error)).statusCode, 200);
  assert.deepEqual(await read(), ["pending", "insufficient_funds", "Your card has insufficient funds."]);
  const agent = await agentAt(site, bearer).call("get_order", { id: orderId });
  assert.match(JSON.stringify(agent.result), /"failure_code":"insufficient_funds"/);
  const page = textOf(await owner.open(`/admin/orders/${orderId}`));
  assert.match(page, /The last attempt failed: Your card has insufficient funds\. insufficient_funds/);

  await decline({ code: "authentication_required", message: "The bank asks for a confirmation." });
  assert.deepEqual(await read(), ["pending", "authentication_required", "The bank asks for a confirmation."]);
  stripe.pay();
  await send(site, stripe.event("checkout.session.completed", session));
  assert.deepEqual(await read(), ["succeeded", null, null]);
  await decline(error);
  assert.deepEqual(await read(), ["succeeded", null, null]);
});

void test("A payment that has ended keeps its reason, whichever event arrives first", async () => {
  for (const isFirst of [true, false]) {
    const { site, stripe, session, decline, read } = await aDeclinedBuyer();
    if (isFirst) await decline(error);
    await send(site, stripe.event("checkout.session.async_payment_failed", session));
    if (!isFirst) await decline(error);
    assert.deepEqual(await read(), ["failed", "insufficient_funds", "Your card has insufficient funds."]);
  }
});

void test("A late report about the payment of an erased person stores no reason again", async () => {
  const { site, stripe, session, member, decline, read } = await aDeclinedBuyer();
  await decline(error);
  await send(site, stripe.event("checkout.session.async_payment_failed", session));
  const staff = await operatorOf(site, "members:read members:write");
  const body = { confirm_email: member.email, reason: "Requested by email" };
  assertOk(await staff.post(`/members/${formatId("member", member.id)}/erase`, body, { "if-match": "*" }));
  await runJobsOf(site);
  assert.deepEqual(await read(), ["failed", null, null]);
  assert.equal((await decline(error)).statusCode, 200);
  assert.deepEqual(await read(), ["failed", null, null]);
});

void test("Reports about payments of other schools and without a payment change nothing", async () => {
  const { decline, session, read } = await aDeclinedBuyer();
  for (const metadata of [{ ...session.metadata, lectern_site: "site_01k9g2c8p4e6t0v3x5y7z9b1d3" }, {}]) {
    assert.equal((await decline(error, metadata)).statusCode, 200);
  }
  assert.deepEqual(await read(), ["pending", null, null]);
});

void test("The sentence of a provider is one line of bounded length, and escaped", async () => {
  const { decline, read, owner, orderId } = await aDeclinedBuyer();
  await decline({ code: "x".repeat(300), message: `<b>Declined</b>\n\u202e${"!".repeat(2000)}` });
  const [, code, message] = await read();
  assert.deepEqual([code?.length, message?.length], [100, 500]);
  assert.match(message!, /^<b>Declined<\/b> !/);
  const { body } = await owner.open(`/admin/orders/${orderId}`);
  assert.match(body, /&lt;b&gt;Declined&lt;\/b&gt;/);
  assert.deepEqual(failureOf(" \n", ""), {});
  assert.deepEqual(failureOf(null, "\ud800Declined"), { failure: { code: null, message: "\ufffdDeclined" } });
});

void test("A renewal that Stripe could not charge says why", async () => {
  const price = { price: { amount: 1900, currency: "USD" } };
  const { site, stripe, subscription, tell } = await aStripeSubscriber({ proPrice: price });
  const { get } = await operatorOf(site, "orders:read");
  const invoice = stripe.billing.renew(subscription, { isPaid: false });
  const intent = { id: "pi_renewal", object: "payment_intent", last_payment_error: error };
  Object.assign(invoice.payments.data[0]!.payment, { payment_intent: intent });
  await tell("invoice.payment_failed", invoice);
  const { data } = (await get("/payments?status=pending")).json<{ data: Payment[] }>();
  assert.deepEqual(
    data.map((payment) => payment.failure_code),
    ["insufficient_funds"],
  );
});

void test("ECPay's code and sentence are kept as well", async () => {
  const { site, ecpay, trade } = await anEcpayBuyer();
  const { get } = await operatorOf(site, "orders:read");
  const message = ecpay.notification(trade, { code: "10100058", RtnMsg: "授權失敗", PaymentType: "Credit_CreditCard" });
  await sendOfEcpay(site, message);
  const { data } = (await get("/payments")).json<{ data: Payment[] }>();
  assert.deepEqual(
    [data[0]!.status, data[0]!.failure_code, data[0]!.failure_message],
    ["failed", "10100058", "授權失敗"],
  );
});
