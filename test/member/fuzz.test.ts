import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import fc from "fast-check";
import { schema } from "#member/schema.ts";
import { formatId } from "#domain/platform/ids.ts";
import { aSite } from "../support/world.ts";
import { everything } from "./support/all-fields.ts";
import { enroll, watch } from "./support/enrolled.ts";
import { attend, book, giveProduct, giveSessions } from "./support/own-items.ts";
import { broken } from "./support/broken-text.ts";
import { chance, randomFrom } from "./support/random.ts";
import { randomDocument, type RandomDocument } from "./support/random-document.ts";
import { randomCursor } from "./support/random-input.ts";
import { readerOf, type Reader } from "./support/reader.ts";
import { rounds } from "../support/thorough.ts";
import { anyText } from "../support/data/any-text.ts";

/** A fixed seed: the same queries in every run. */
const seed = 20_261_121;

let reader: Reader;

/** Data of another member of the same site. */
let secrets: string[];

/** Creates one resource of each kind and returns the member's private data. */
async function fill({ site, member }: Reader): Promise<string[]> {
  const course = await enroll(site, member);
  await watch(site, course, 30);
  const product = await giveProduct(site, member, { product: { downloadLimit: 3 } });
  const sessions = await giveSessions(site, member);
  const booking = await book(site, member, sessions, 2, { meetingUrl: `https://meet.example/${member.id}` });
  const event = await attend(site, member, 30);
  return [
    formatId("enrollment", course.enrollmentId),
    course.slug,
    formatId("digitalProductGrant", product.grantId),
    product.slug,
    formatId("consultingGrant", sessions.grantId),
    formatId("consultingBooking", booking),
    `https://meet.example/${member.id}`,
    formatId("eventRegistration", event.registrationId),
    formatId("event", event.eventId),
  ];
}

interface Seen {
  statuses: Map<number, number>;
  executed: number;
}

async function sendQuery(payload: object, seen: Seen): Promise<void> {
  const { site, bearer } = reader;
  const response = await site.post("/member/graphql", payload, { bearer });
  const { statusCode: status, body } = response;
  seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1);
  const sent = JSON.stringify(payload).slice(0, 2000);
  assert.ok(status === 200 || status === 400 || status === 403, `${status}: ${sent}`);
  assert.doesNotMatch(body, /"code":"INTERNAL"/, `${sent}\n${body}`);
  for (const secret of secrets) assert.ok(!body.includes(secret), `${secret} is exposed: ${sent}`);
  const answer = response.json<{ data?: object; errors?: { extensions: { code?: string } }[] }>();
  if (answer.data) seen.executed++;
  for (const { extensions } of answer.errors ?? []) assert.ok(extensions.code, body);
}

function randomRequest(start: number): RandomDocument {
  const random = randomFrom(start);
  return randomDocument(schema, random, chance(random, 10) ? "mutation" : "query");
}

const parameterized = `query ($first: Int, $after: String, $courses: EnrolledCourseFilter, $events: EventRegistrationFilter,
  $news: NotificationFilter) {
  viewer {
    enrolledCourses(first: $first, after: $after, filter: $courses) { nodes { id slug } totalCount }
    digitalProducts(first: $first, after: $after) { nodes { id } }
    consultingServices(first: $first, after: $after) { nodes { id } }
    eventRegistrations(first: $first, after: $after, filter: $events) { nodes { id } totalCount }
  }
  notifications(first: $first, after: $after, filter: $news) { nodes { id } totalCount }
}`;

/** A value after a JSON round trip. */
const jsonOf = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, each: unknown) => (typeof each === "bigint" ? String(each) : each)) ?? "{}");

const nested = (open: string, close: string, levels: number) => `${open.repeat(levels)}${close.repeat(levels)}`;

void describe("Random requests to the Member API", () => {
  before(async () => {
    const site = await aSite({ apiRequestsPerMinute: 100_000 });
    reader = await readerOf(site, await site.member());
    await fill(reader);
    const other = await readerOf(site, await site.member({ name: "Zebedee Quill" }));
    secrets = [...(await fill(other)), other.member.sub, other.member.email, "Zebedee Quill"];
  });

  void test("Valid queries of any shape are executed or rejected, and expose no other member", async () => {
    const seen: Seen = { statuses: new Map(), executed: 0 };
    const property = fc.asyncProperty(fc.nat(), (start) => sendQuery(randomRequest(start), seen));
    await fc.assert(property, { seed, numRuns: rounds(60, 250) });
    assert.ok(seen.executed > rounds(20, 50), JSON.stringify([...seen.statuses]));
  });

  void test("Broken queries are client errors, never server errors", async () => {
    const seen: Seen = { statuses: new Map(), executed: 0 };
    const property = fc.asyncProperty(fc.nat(), (start) => {
      const request = randomRequest(start);
      return sendQuery({ ...request, query: broken(randomFrom(start), request.query) }, seen);
    });
    await fc.assert(property, { seed, numRuns: rounds(60, 250) });
    assert.ok((seen.statuses.get(400) ?? 0) > 50, JSON.stringify([...seen.statuses]));
  });

  void test("Variables of any kind and invented cursors are accepted or rejected", async () => {
    const seen: Seen = { statuses: new Map(), executed: 0 };
    const anything = fc.record(
      {
        first: fc.anything(),
        after: fc.anything(),
        courses: fc.anything(),
        events: fc.anything(),
        news: fc.anything(),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(anything, (variables) =>
        sendQuery({ query: parameterized, variables: jsonOf(variables) }, seen),
      ),
      { seed, numRuns: rounds(40, 150) },
    );
    await fc.assert(
      fc.asyncProperty(fc.nat(), (start) =>
        sendQuery({ query: parameterized, variables: { after: randomCursor(randomFrom(start)) } }, seen),
      ),
      { seed, numRuns: rounds(40, 150) },
    );
    const filters = fc.record(
      {
        slug: anyText(),
        statuses: fc.array(fc.constantFrom("ACTIVE", "COMPLETED", "EXPIRED", "REVOKED")),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(filters, (courses) => sendQuery({ query: parameterized, variables: { courses } }, seen)),
      { seed, numRuns: rounds(30, 100) },
    );
  });

  void test("Bodies of any kind are rejected", async () => {
    const { site, bearer } = reader;
    await fc.assert(
      fc.asyncProperty(fc.json(), async (payload) => {
        const headers = { "content-type": "application/json" };
        const response = await site.request("POST", "/member/graphql", { payload, headers, bearer });
        assert.equal(response.statusCode, 400, payload);
      }),
      { seed, numRuns: rounds(40, 150) },
    );
  });

  void test("Deeply nested values are rejected", async () => {
    const seen: Seen = { statuses: new Map(), executed: 0 };
    for (const levels of [100, 2400]) {
      await sendQuery(
        { query: `{ notifications(filter: {topics: ${nested("[", "]", levels)}}) { totalCount } }` },
        seen,
      );
      await sendQuery({ query: `{ viewer ${nested("{ viewer ", "}", levels)} }` }, seen);
      await sendQuery({ query: `{ viewer { id ${nested("... { id ", "}", Math.min(levels, 1200))} } }` }, seen);
      const deep = JSON.parse(nested("[", "]", levels)) as unknown;
      await sendQuery({ query: parameterized, variables: { news: { topics: deep } } }, seen);
      await sendQuery({ query: parameterized, variables: { after: deep, first: deep } }, seen);
    }
  });

  void test("A response contains only the member's own data, for every field", async () => {
    const { site, bearer } = reader;
    const { body } = await site.graphql(everything(20), bearer);
    for (const secret of secrets) assert.ok(!body.includes(secret), secret);
    assert.match(body, /"__typename":"PurchasedDigitalProduct"/);
  });
});
