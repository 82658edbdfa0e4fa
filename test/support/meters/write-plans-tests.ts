import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { formatId } from "#domain/platform/ids.ts";
import { findAccount } from "#domain/sales/payments/account.ts";
import { type TestEvent, testEventRequest } from "#domain/sales/payments/test-provider.ts";
import { aBusySchool, type BusySchool, type SentRequest } from "../worlds/busy-school.ts";
import { excessOf } from "./list-plans.ts";

/** Rows that a request that writes may read of each table and index. */
const maxRows = 12;

/** Rows of a request that changes several, with the reason. */
const needs: Readonly<Record<string, (people: number) => number>> = {
  // One student has all attempts in this test.
  "Recorded quiz attempt": (people) => people,
};

/** After growth: with the statistics of an almost empty site beside 20 others, as before the next analysis. */
type State = "after growth" | "without statistics" | "analyzed";

type Send = (school: BusySchool) => Promise<SentRequest>;

const fieldOf = (body: string, pattern: RegExp): string => pattern.exec(body)?.[1] ?? assert.fail(body.slice(0, 3000));

/** Orders an item as this member. */
async function order(school: BusySchool, memberId: string, item: string, provider: string, coupon = "") {
  const browser = await school.browserOf(memberId);
  const page = await browser.open(`/checkout?item=${item}${coupon === "" ? "" : `&coupon=${coupon}`}`);
  if (!page.body.includes('action="/checkout"')) assert.fail(page.body.slice(page.body.indexOf("<main")));
  // The generated members of this school have no valid address, which a checkout requires.
  const sent = await school.submit(browser, page, { provider, email: "buyer@example.com" }, "/checkout");
  const { status, body } = sent.next;
  assert.ok(status < 400, `${status} ${body.slice(body.indexOf('id="problem"'))}`);
  return { ...sent, browser };
}

const ordering =
  (kind: "coursePlan" | "eventTicket" | "membershipPricing", coupon?: string): Send =>
  async (school) =>
    order(school, await school.studentOf("free"), school.world.frequent(kind), "test", coupon);

/** The page of the test provider, on which a new student pays for a course. */
async function testPayment(school: BusySchool) {
  const { browser, next } = await order(
    school,
    await school.studentOf("free"),
    school.world.frequent("coursePlan"),
    "test",
  );
  const { pathname } = new URL(next.address, school.world.site.origin);
  return { browser, page: await browser.open(pathname), paymentId: /pay_\w+/.exec(pathname)![0] };
}

async function sendTestEvent(school: BusySchool, event: Omit<TestEvent, "amount">) {
  const account = await findAccount(school.context, "test");
  const { body, headers } = testEventRequest(account!, { ...event, amount: { amount: 4900, currency: "EUR" } });
  return school.message("test", { payload: body, headers });
}

async function atStripe(school: BusySchool, kind: "coursePlan" | "membershipPricing") {
  await order(school, await school.studentOf("free"), school.world.frequent(kind), "stripe");
  return school.stripe;
}

/** The lecture page of a student. */
async function lecture(school: BusySchool) {
  const browser = await school.browserOf(await school.studentOf("paid"));
  const path = `/learn/w2w/${school.world.frequent("lecture")}`;
  return { browser, path, page: await browser.open(path) };
}

const requests: Readonly<Record<string, Send>> = {
  "Checkout of a course": ordering("coursePlan"),
  "Checkout with a coupon": ordering("coursePlan", "W2W"),
  "Checkout of a ticket": ordering("eventTicket"),
  "Checkout of a membership": ordering("membershipPricing"),
  async "Payment of an order"(school) {
    const { browser, page } = await testPayment(school);
    return school.submit(browser, page, { outcome: "paid" }, page.address);
  },
  async "Failed payment of an order"(school) {
    const { browser, page } = await testPayment(school);
    return school.submit(browser, page, { outcome: "failed" }, page.address);
  },
  async "Event of a provider: paid"(school) {
    const { paymentId } = await testPayment(school);
    return sendTestEvent(school, { id: `evt_${paymentId}`, paymentId, outcome: "paid" });
  },
  async "Event of a provider: repeated"(school) {
    const { paymentId } = await testPayment(school);
    await sendTestEvent(school, { id: `evt_${paymentId}`, paymentId, outcome: "paid" });
    return sendTestEvent(school, { id: `evt_${paymentId}`, paymentId, outcome: "paid" });
  },
  "Event of a provider: unknown payment": (school) =>
    sendTestEvent(school, {
      id: `evt_${Math.random()}`,
      paymentId: formatId("payment", crypto.randomUUID()),
      outcome: "paid",
    }),
  async "Event of Stripe: paid"(school) {
    const stripe = await atStripe(school, "coursePlan");
    return school.message("stripe", stripe.event("checkout.session.completed", stripe.pay()));
  },
  async "Event of Stripe: first invoice"(school) {
    const stripe = await atStripe(school, "membershipPricing");
    const { session, invoice } = stripe.subscribe();
    await school.message("stripe", stripe.event("checkout.session.completed", session));
    return school.message("stripe", stripe.event("invoice.paid", invoice));
  },
  async "Self-enrollment"(school) {
    const browser = await school.browserOf(await school.studentOf("paid"));
    return school.submit(browser, await browser.open("/courses/w1w"), {}, "/courses/w1w/enroll");
  },
  async "Comment on a lecture"(school) {
    const { browser, path, page } = await lecture(school);
    return school.submit(browser, page, { body: "Why?" }, `${path}/comments#problem`);
  },
  async "Reply to a comment on a lecture"(school) {
    const { browser, path, page } = await lecture(school);
    const comment = fieldOf(page.body, /\/comments\/(\w+)#problem/);
    return school.submit(browser, page, { reply: "So." }, `${path}/comments/${comment}#problem`);
  },
  async "Like of a comment on a lecture"(school) {
    const { browser, path, page } = await lecture(school);
    const comment = fieldOf(page.body, /\/comments\/(\w+)" class="decision/);
    return school.submit(browser, page, { act: "like" }, `${path}/comments/${comment}`);
  },
  async "Following of a discussion"(school) {
    const { browser, path, page } = await lecture(school);
    return school.submit(browser, page, { act: "follow" }, `${path}/comments`);
  },
  async "Comment on a post"(school) {
    const browser = await school.browserOf(await school.studentOf("paid"));
    return school.submit(browser, await browser.open("/posts/w2w"), { body: "Nice." }, "/posts/w2w/comments#problem");
  },
  async "Start of a quiz attempt"(school) {
    const { browser, path, page } = await lecture(school);
    return school.submit(browser, page, {}, `${path}/quiz`);
  },
  async "Answers of a quiz attempt"(school) {
    const { browser, path, page } = await lecture(school);
    const { next } = await school.submit(browser, page, {}, `${path}/quiz`);
    const name = fieldOf(next.body, /name="(q\.[^"]+)"/);
    return school.submit(browser, next, { [name]: "w2w" }, `${path}/answers`);
  },
  "Recorded quiz attempt": ({ api, world: { frequent } }) =>
    api("POST", "/quiz_attempts", {
      enrollment_id: frequent("enrollment"),
      lecture_id: frequent("lecture"),
      answers: [],
    }),
  "New post": ({ api }) => api("POST", "/posts", { title: "Tides", access: "public", body_markdown: "High and low." }),
  "Change of a post": ({ api, world: { frequent } }) =>
    api("PATCH", `/posts/${frequent("post")}`, { body_markdown: `Low ${Math.random()}` }),
  async "Publication of a post"({ api }) {
    const { response } = await api("POST", "/posts", { title: "Ebb", access: "public", body_markdown: "Ebb." });
    return api("POST", `/posts/${response.json<{ id: string }>().id}/publish`, {});
  },
  async "Deletion of a post"({ api }) {
    const { response } = await api("POST", "/posts", { title: "Ebb", access: "public", body_markdown: "Ebb." });
    return api("DELETE", `/posts/${response.json<{ id: string }>().id}`);
  },
  "New group": ({ api, courses }) => api("POST", "/groups", { name: "Autumn", course_ids: [courses.paid] }),
  "Change of a group": ({ api, world: { frequent } }) =>
    api("PATCH", `/groups/${frequent("group")}`, { name: `Winter ${Math.random()}` }),
  async "New students of a group"({ api, studentOf, world: { frequent } }) {
    const ids = [await studentOf("free"), await studentOf("free")].map((id) => formatId("member", id));
    return api("POST", `/groups/${frequent("group")}/students`, { student_ids: ids });
  },
  async "Removal of a student from a group"({ api, studentOf, world: { frequent } }) {
    const id = formatId("member", await studentOf("free"));
    await api("POST", `/groups/${frequent("group")}/students`, { student_ids: [id] });
    return api("DELETE", `/groups/${frequent("group")}/students/${id}`);
  },
  async "Enrollment by the API"({ api, studentOf, courses }) {
    return api("POST", "/enrollments", {
      course_id: courses.paid,
      student_id: formatId("member", await studentOf("free")),
    });
  },
};

interface Options {
  people: number;
  states: readonly State[];
}

/** Requests that write the rows which a school has most of. */
export function writePlansTests({ people, states }: Options): void {
  void describe(`In a busy school ${states.join(", then ")}, requests that write read by keys`, () => {
    let school: BusySchool;
    before(async () => {
      school = await aBusySchool(people);
      if (states.includes("after growth")) await school.world.analyze();
      await school.fill();
    });
    after(() => school.close());

    for (const state of states) {
      void test(state, async (t) => {
        if (state === "analyzed") await school.world.analyze();
        for (const [name, send] of Object.entries(requests)) {
          await t.test(name, async () => {
            const { response, plans } = await send(school);
            assert.ok(response.statusCode < 400, response.body);
            assert.ok(plans.length > 0, "No statement was recorded.");
            const excess = plans.flatMap((plan) => excessOf(plan, needs[name]?.(people) ?? maxRows));
            assert.deepEqual(excess, []);
          });
        }
      });
    }
  });
}
