import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { rows } from "#database/statements/sql.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { addMemberTo } from "#domain/people/members/add-member.ts";
import { listSites } from "#domain/platform/site/queries.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { saveAccount } from "#domain/sales/payments/account.ts";
import { deriveKey } from "../../src/server/secret-key.ts";
import { aStripeAccount, type StripeAccount } from "../pages/support/stripe-emulator.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";
import { payments } from "../support/world.ts";

const origin = "https://one.example";
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

interface Answer {
  compared: number;
  unanswered: number;
  is_truncated: boolean;
  divergences: Record<string, unknown>[];
}

void describe("`lectern payments reconcile`", () => {
  let installation: TestInstallation;
  let site: Site;
  let stripe: StripeAccount;
  let memberId: string;

  before(async () => {
    installation = await anInstallation();
    await installation.lectern(["site", "create", origin, "--name", "A school"]);
    const { database } = installation;
    [site] = (await listSites(database, { limit: 1 })) as [Site];
    const newcomer = { email: "ana@school.example", name: "Ana", roles: ["student" as const] };
    ({ id: memberId } = await database.transaction((db) => addMemberTo({ db, site }, newcomer, hoursAgo(100))));
  });
  after(() => installation.close());

  const lectern = (...words: string[]) =>
    installation.lectern(["payments", "reconcile", ...words], {
      env: { LECTERN_STRIPE_URL: payments.addresses!.stripe! },
    });

  /** A pending order with a payment at Stripe. Returns the number of the order and the ID of the payment. */
  async function aPendingOrder(number: string, sessionReference: string): Promise<string> {
    const dates = { createdAt: hoursAgo(50), updatedAt: hoursAgo(50) };
    const [orderId, id] = [newId(), newId()];
    const money = { currency: "EUR", subtotal: 900, total: 900, placedAt: hoursAgo(50) };
    const order = { siteId: site.id, id: orderId, memberId, number, status: "pending", kind: "checkout", ...money };
    const { database } = installation;
    await database.run`insert into orders ${rows({ ...order, ...dates })}`;
    const paying = { provider: "stripe", method: "other", status: "pending", amount: 900, currency: "EUR" };
    await database.run`
      insert into payments ${rows({ siteId: site.id, id, orderId, ...paying, sessionReference, ...dates })}`;
    return formatId("payment", id);
  }

  void test("Without payments there is nothing to compare", async () => {
    const { code, stdout, stderr } = await lectern();
    assert.deepEqual([code, stdout, stderr], [0, "Payments compared: 0\nNo differences.\n", ""]);
    const json = await lectern("--site", origin, "--json");
    assert.deepEqual(
      [json.code, JSON.parse(json.stdout)],
      [0, { compared: 0, unanswered: 0, is_truncated: false, divergences: [] }],
    );
  });

  void test("A payment whose message was lost is corrected, and others fail the command", async () => {
    stripe = aStripeAccount();
    const { secretKey, signingSecret } = stripe;
    const key = deriveKey(Buffer.from("5e".repeat(32), "hex"), "lectern payments");
    const context = { db: installation.database, site, now: hoursAgo(60), payments: { key } } as unknown as Context;
    const account = { provider: "stripe", enabled: true, settings: {}, credentials: { secretKey, signingSecret } };
    await saveAccount(context, account as Parameters<typeof saveAccount>[1]);
    const paymentId = await aPendingOrder("PAID", "cs_test_1");
    const { body } = stripe.answer({
      method: "POST",
      path: "/v1/checkout/sessions",
      fields: {
        mode: "payment",
        "line_items[0][quantity]": "1",
        "line_items[0][price_data][currency]": "eur",
        "line_items[0][price_data][unit_amount]": "900",
        "line_items[0][price_data][product_data][name]": "Knots",
        success_url: `${origin}/paid`,
        client_reference_id: paymentId,
        "metadata[lectern_payment]": paymentId,
        "metadata[lectern_site]": formatId("site", site.id),
      },
      idempotencyKey: `lectern-${paymentId}`,
    });
    Object.assign(body, { id: "cs_test_1", created: Math.floor(hoursAgo(50).getTime() / 1000) });
    stripe.pay();

    // Unpaid payments are compared for 35 days, whatever --days says: a bank transfer can arrive late.
    const first = await lectern("--days", "1");
    assert.equal(first.code, 0, first.stderr);
    assert.match(first.stdout, /^PAID +stripe +another state +pending +succeeded +corrected +cs_test_1$/m);
    const { status } = await installation.database.one<{ status: string }>`
      select status from orders where site_id = ${site.id} and number = 'PAID'`;
    assert.equal(status, "paid");
    const short = await lectern("--days", "1");
    assert.deepEqual([short.code, short.stdout], [0, "Payments compared: 0\nNo differences.\n"]);

    await aPendingOrder("LOST", "cs_test_2");
    await installation.database.run`update payments set status = 'succeeded' where session_reference = 'cs_test_2'`;
    const second = await lectern("--json");
    assert.deepEqual([second.code, second.stderr], [1, ""]);
    const { compared, divergences } = JSON.parse(second.stdout) as Answer;
    assert.equal(compared, 2);
    assert.deepEqual(
      divergences.map(({ kind, provider, order_number, is_repaired }) => [kind, provider, order_number, is_repaired]),
      [["missing_there", "stripe", "LOST", false]],
    );
    assert.match(String(divergences[0]!["order_id"]), /^ord_/);
    assert.match((await lectern()).stdout, /^LOST +stripe +not known at the provider +succeeded +- +to be checked/m);
  });

  void test("A provider that is down, and a site that does not exist, are named without a stack trace", async () => {
    stripe.fault = "fail";
    const down = await lectern();
    stripe.fault = undefined;
    assert.deepEqual([down.code, down.stdout], [1, ""]);
    assert.match(down.stderr, /^lectern: A payment provider cannot be reached\. Try again later\. Stripe [^\n]*\n$/);
    assert.doesNotMatch(down.stderr, /sk_test/);
    const unknown = await lectern("--site", "two.example");
    assert.deepEqual([unknown.code, unknown.stdout], [1, ""]);
    assert.match(unknown.stderr, /There is no site two\.example/);
  });
});
