import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Database } from "#database/database.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { aStripeAccount, type Session, stripeAddress } from "../pages/support/stripe-emulator.ts";
import { aDemoServer, type DemoServer } from "../support/worlds/demo-server.ts";
import { randomFrom } from "../support/data/random.ts";
import { rounds } from "../support/thorough.ts";
import { until } from "../support/until.ts";
import { aSignedInStudent, inDatabase as inDatabaseOf } from "./support/demo-database.ts";
import { KilledServer } from "./support/killed-server.ts";
import { Shopper } from "./support/shopper.ts";

const purchases = Number(process.env["CRASH_PURCHASES"] ?? rounds(20, 1000));
const kills = Number(process.env["CRASH_ROUNDS"] ?? rounds(1, 20));
const seed = Number(process.env["CRASH_SEED"] ?? Date.now() % 1_000_000);
const workers = 8;
/** Each event is delivered this often. */
const deliveries = 5;
/** Fewer than one purchase makes: a page, an order, a request to Stripe, and the deliveries of its events. */
const stepsPerPurchase = 10;

interface Buyer {
  id: string;
  shopper: Shopper;
}

/** An event of Stripe. Each delivery has its own signature. */
interface Message {
  id: string;
  type: string;
  object: () => object;
}

/** The price of a course that is paid in full. */
const aPrice = async (database: Database, { id: siteId }: Site) => {
  const { id, courseId } = await database.one<{ id: string; courseId: string }>`
    select id, course_id from course_plans
     where site_id = ${siteId} and plan_type = 'one_time' and active and seats is null and price_amount > 0
     order by price_amount limit 1`;
  return { item: formatId("coursePlan", id), courseId };
};

/** The page of a lecture that only enrolled students see. */
async function aLockedLecture(database: Database, { id: siteId }: Site, { courseId }: { courseId: string }) {
  const { id, slug } = await database.one<{ id: string; slug: string }>`
    select lectures.id, courses.slug from lectures
      join courses on courses.site_id = lectures.site_id and courses.id = lectures.course_id
     where lectures.site_id = ${siteId} and lectures.course_id = ${courseId} and not lectures.is_preview
     order by lectures.position limit 1`;
  return `/learn/${slug}/${formatId("lecture", id)}`;
}

const idOf = ({ client_reference_id: id }: Session) => id!;

const messagesAbout = (session: Session): Message[] => {
  const [paid, late] = [`evt_paid_${session.id}`, `evt_late_${session.id}`];
  const completed = { id: paid, type: "checkout.session.completed", object: () => session };
  const expired = { id: late, type: "checkout.session.expired", object: () => ({ ...session, status: "expired" }) };
  return [...Array.from({ length: deliveries }, () => completed), expired];
};

void describe("A server that is killed while members pay", () => {
  const random = randomFrom(seed);
  const stripe = aStripeAccount();
  let demo: DemoServer;
  let server: KilledServer;
  let owner: Shopper;

  before(async () => {
    // Not the test environment, whose database does not fsync.
    const settings = { LECTERN_ENV: "development", LECTERN_LOG_LEVEL: "warn", LECTERN_STRIPE_URL: stripeAddress };
    demo = await aDemoServer(settings);
    const period = (purchases * stepsPerPurchase) / kills;
    const killsAt = Array.from({ length: kills }, (_kill, index) => Math.ceil((index + random()) * period));
    server = new KilledServer(demo, killsAt, random);
    await acceptStripe();
  });
  after(() => demo.close());

  /** Enters the keys of Stripe as the owner of the school. */
  async function acceptStripe(): Promise<void> {
    const { email, password } = demo.site.members.find(({ roles }) => roles.includes("owner"))!;
    owner = new Shopper(new KilledServer(demo, [], random));
    await owner.submit("/sign-in", { email, password }, "/sign-in");
    const { secretKey, signingSecret } = stripe;
    const page = "/admin/payments/stripe/credentials";
    assert.match(await owner.submit(page, { current: password, secretKey, signingSecret }, page), /done=saved/);
    await owner.submit("/admin/payments", { "enabled-stripe": "on" }, "/admin/payments/stripe");
  }

  const inDatabase = <Result>(work: (database: Database, site: Site) => Promise<Result>) => inDatabaseOf(demo, work);

  const aBuyer = async (database: Database, site: Site): Promise<Buyer> => {
    const { id, session } = await aSignedInStudent(database, site);
    return { id, shopper: new Shopper(server, session) };
  };

  /** Orders, pays on the page of Stripe, and returns. Some people submit the form twice, some never return. */
  async function buy({ shopper }: Buyer, item: string): Promise<Session> {
    const form = await shopper.fieldsOf(`/checkout?item=${item}`, "/checkout");
    const order = () => shopper.request("/checkout", { ...form, provider: "stripe" });
    const answers = await Promise.all(random() < 0.2 ? [order(), order()] : [order()]);
    for (const { status, body } of answers) assert.equal(status, 303, body);
    const places = new Set(answers.map(({ headers }) => headers.get("location")));
    const session = stripe.sessions.find(({ url }) => places.has(url));
    assert.ok(session && places.size === 1, [...places].join(" "));
    stripe.pay(session);
    if (random() < 0.5) assert.equal((await shopper.request(orderOf(session))).status, 200);
    return session;
  }

  /** The path of the order that a checkout pays. */
  function orderOf(session: Session): string {
    const { fields } = stripe.received.find(({ fields: sent }) => sent["client_reference_id"] === idOf(session))!;
    return new URL(fields["success_url"]!).pathname;
  }

  async function deliver({ id, type, object }: Message): Promise<void> {
    // The signature is valid for five minutes, and a server that is down gets the message later.
    const { payload, headers } = stripe.event(type, object(), { eventId: id });
    const { status, body } = await server.request("/payments/stripe/events", {
      method: "POST",
      headers,
      body: payload,
    });
    assert.equal(status, 200, body);
  }

  const anyOf = <Item>(items: Item[]): Item => items.splice(Math.floor(random() * items.length), 1)[0]!;

  void test(`charges, fulfills and receipts each of ${purchases} purchases once over ${kills} kills (CRASH_SEED=${seed})`, async (t) => {
    const { buyers, item, courseId } = await inDatabase(async (database, site) => {
      const made: Buyer[] = [];
      for (let number = 0; number < purchases; number++) made.push(await aBuyer(database, site));
      return { buyers: made, ...(await aPrice(database, site)) };
    });
    const startedAt = performance.now();
    stripe.onRequest = () => server.step();
    const waiting = [...buyers];
    const messages: Message[] = [];
    const late: Message[] = [];
    const work = async () => {
      while (waiting.length + messages.length > 0) {
        if (messages.length > 0 && (waiting.length === 0 || random() < 0.8)) await deliver(anyOf(messages));
        else {
          for (const message of messagesAbout(await buy(anyOf(waiting), item))) {
            (random() < 0.3 ? late : messages).push(message);
          }
        }
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
    messages.push(...late);
    await Promise.all(Array.from({ length: workers }, work));
    const seconds = Math.round((performance.now() - startedAt) / 1000);

    const ids = buyers.map(({ id }) => id);
    const counted = await inDatabase(
      (database, { id: siteId }) =>
        database.one<Record<string, number>>`
        select count(*)::int as orders,
               count(*) filter (where orders.status = 'paid' and orders.attention is null)::int as paid,
               count(distinct orders.member_id)::int as buyers,
               count(distinct orders.invoice_number)::int as receipts,
               (select count(*)::int from payments
                 where payments.site_id = ${siteId} and payments.status = 'succeeded'
                   and payments.order_id = any(array_agg(orders.id))) as payments,
               (select count(*)::int from enrollments
                 where enrollments.site_id = ${siteId} and enrollments.course_id = ${courseId}
                   and enrollments.student_id = any(${ids}::uuid[]) and enrollments.status = 'active') as enrollments,
               (select count(distinct enrollments.source_id)::int from enrollments
                 where enrollments.site_id = ${siteId} and enrollments.course_id = ${courseId}
                   and enrollments.student_id = any(${ids}::uuid[]) and enrollments.source = 'purchase') as lines,
               (select count(*)::int from refunds
                 where refunds.site_id = ${siteId} and refunds.order_id = any(array_agg(orders.id))) as refunds,
               (select count(*)::int from checkout_reservations
                 where checkout_reservations.site_id = ${siteId}
                   and checkout_reservations.order_id = any(array_agg(orders.id))) as reservations
          from orders where orders.site_id = ${siteId} and orders.member_id = any(${ids}::uuid[])`,
    );
    t.diagnostic(JSON.stringify({ seconds, ...server.counts, ...counted }));
    const once = { orders: purchases, paid: purchases, buyers: purchases, receipts: purchases, payments: purchases };
    assert.deepEqual(counted, { ...once, enrollments: purchases, lines: purchases, refunds: 0, reservations: 0 });
    assert.equal(stripe.sessions.length, purchases, "checkouts at Stripe");
    assert.equal(server.counts.kills, kills);
    assert.ok(server.counts.interrupted > 0, "No kill interrupted a request, so the test proves nothing.");
    await checkReceipts();
  });

  /** The receipts of the school, those of the demo included, are numbered without a gap. */
  async function checkReceipts(): Promise<void> {
    const numbers = await inDatabase(
      (database, { id: siteId }) =>
        database.many<{ invoiceNumber: string }>`
        select invoice_number from orders where site_id = ${siteId} and invoice_number is not null
         order by invoice_number`,
    );
    const byYear = Map.groupBy(numbers, ({ invoiceNumber }) => invoiceNumber.split("-")[0]);
    for (const [year, receipts] of byYear) {
      const sequence = receipts.map(({ invoiceNumber }) => Number(invoiceNumber.split("-")[1]));
      assert.deepEqual(
        sequence,
        sequence.map((_number, index) => index + 1),
        year,
      );
    }
  }

  void test("ends access to the course after a refund, without another request", async (t) => {
    const { buyer, item, lecture } = await inDatabase(async (database, site) => {
      const price = await aPrice(database, site);
      return { ...price, buyer: await aBuyer(database, site), lecture: await aLockedLecture(database, site, price) };
    });
    const session = await buy(buyer, item);
    for (const message of messagesAbout(session)) await deliver(message);
    const order = orderOf(session);
    // A locked page has the same address, but nothing to do.
    const isOpen = async () => (await buyer.shopper.request(lecture)).body.includes(`action="${lecture}/`);
    assert.ok(await isOpen());
    const staffPage = order.replace("/orders/", "/admin/orders/");
    const amount = String(session.amount_total / 100);
    const refund = { act: "refund", reason: "", amount, access: "end" };
    assert.match(await owner.submit(staffPage, refund, staffPage), /done=refunded/);
    const startedAt = performance.now();
    const milliseconds = () => Math.round(performance.now() - startedAt);
    await until(async () => !(await isOpen()), "a locked lecture");
    t.diagnostic(JSON.stringify({ milliseconds: milliseconds() }));
  });
});
