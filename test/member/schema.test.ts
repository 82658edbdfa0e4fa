import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { isEnumType, isObjectType } from "graphql";
import { sdl, schema } from "#member/schema.ts";
import { day, now } from "../support/clock.ts";
import { everything, fieldsOfSchema } from "./support/all-fields.ts";
import { enroll, watch } from "./support/enrolled.ts";
import { attend, book, giveProduct, giveSessions } from "./support/own-items.ts";
import { aReader } from "./support/reader.ts";

const committed = path.join(import.meta.dirname, "../contracts/member-api.graphql");

void test("The schema equals the committed contract (update it with npm run contracts)", () => {
  assert.equal(sdl(), readFileSync(committed, "utf8"));
});

void test("Every type, field, argument and value has a description", () => {
  const silent = Object.values(schema.getTypeMap())
    .filter(({ name }) => !name.startsWith("__"))
    .flatMap((type) => [
      ...(type.description ? [] : [type.name]),
      ...(isEnumType(type)
        ? type
            .getValues()
            .filter(({ description }) => !description)
            .map(({ name }) => name)
        : []),
      ...(isObjectType(type)
        ? Object.values(type.getFields()).flatMap(({ name, args }) =>
            args.filter(({ description }) => !description).map((arg) => `${type.name}.${name}(${arg.name})`),
          )
        : []),
    ]);
  const fields = fieldsOfSchema().filter(({ description }) => !description);
  assert.deepEqual([...silent, ...fields.map(({ path: name }) => name)], []);
});

const ofMoney = /order|price|amount|coupon|refund|invoice|payment|paid|discount|currency|receipt|purchase/i;

void test("No field is about an order, a price, a coupon, a refund or an invoice", () => {
  assert.deepEqual(
    fieldsOfSchema()
      .map(({ path: name }) => name.split(".")[1]!)
      .filter((name) => ofMoney.test(name)),
    [],
  );
});

void test("No response contains sales data, even for purchased items", async () => {
  const { site, member, read } = await aReader();
  const order = crypto.randomUUID();
  const price = { priceAmount: 987_654, priceCurrency: "TWD" };
  await watch(site, await enroll(site, member, { source: "purchase" }), 30);
  await giveProduct(site, member, { product: price, grant: { source: "purchase", sourceId: order } });
  const sessions = await giveSessions(site, member, { service: price, grant: { source: "purchase", sourceId: order } });
  await book(site, member, sessions, 3);
  await attend(site, member, 48, { registration: { source: "purchase" } });
  const data = await read<object>(everything(10));
  const text = JSON.stringify(data);
  for (const type of ["EnrolledCourse", "PurchasedDigitalProduct", "PurchasedConsultingService", "EventRegistration"])
    assert.ok(text.includes(`"__typename":"${type}"`), type);
  const remaining = text.replaceAll(/"Purchased(DigitalProduct|ConsultingService)(Connection|Edge)?"/g, "");
  assert.doesNotMatch(remaining, ofMoney);
  assert.doesNotMatch(remaining, /987654|TWD|manual/);
  assert.ok(!remaining.includes(order));
});

void test("One response returns everything that a member has, each in its own type", async () => {
  const { site, member, read } = await aReader();
  const course = await enroll(site, member, { expiresAt: new Date(now().getTime() + day) });
  const lectureId = await watch(site, course, 61);
  interface Courses {
    viewer: { enrolledCourses: { nodes: Record<string, unknown>[] } };
  }
  const { viewer } = await read<Courses>(everything(1));
  const [node] = viewer.enrolledCourses.nodes;
  assert.equal(node!["name"], "Knots");
  assert.equal(node!["url"], `${site.origin}/courses/${course.slug}`);
  assert.equal(node!["status"], "ACTIVE");
  assert.equal(node!["certificate"], null);
  assert.deepEqual(node!["progress"], {
    __typename: "CourseProgress",
    completedLectures: 0,
    totalLectures: 1,
    percent: 0,
    nextLecture: { __typename: "NextLecture", lectureId, name: "Bowline", opensAt: null },
  });
});
