import assert from "node:assert/strict";
import { test } from "node:test";
import { insertPlan } from "#domain/offers/course-plans/queries.ts";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { now } from "../../support/clock.ts";
import { addressOf, kinds, publishEverything } from "../../support/worlds/published.ts";
import { make } from "../../rest/support/make.ts";
import { aPlan, aPrice, scopes as subscriptionScopes } from "../../rest/support/made-subscriptions.ts";
import { operatorOf } from "../../rest/support/operator.ts";
import { type ASite, aSite } from "../../support/world.ts";
import { aShop } from "../support/buyer.ts";
import { faultsOf } from "../support/schema-org.ts";

type Data = Record<string, unknown> & { "@type": string };

async function dataOf(site: ASite, path: string): Promise<Data[]> {
  const { body } = await site.get(path, { headers: { accept: "text/html" } });
  return [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(
    ([, json]) => JSON.parse(json!) as Data,
  );
}

void test("Structured data has the price of a course: zero if free, and none if it is not sold", async () => {
  const site = await aSite();
  const make = async (slug: string, courseType: "free" | "paid") => {
    const course = { id: newId(), slug, name: "Knots", courseType, status: "published", publishedAt: now() } as const;
    await insertCourse(site.context(), course, now());
    return course.id;
  };
  const [, , sold] = [await make("free", "free"), await make("unsold", "paid"), await make("sold", "paid")];
  const price = { planType: "one_time", priceAmount: 1999, priceCurrency: "EUR" } as const;
  await insertPlan(site.context(), { id: newId(), courseId: sold, name: "Once", ...price }, now());
  const offersOf = async (slug: string) =>
    (await dataOf(site, `/courses/${slug}`)).find((data) => data["@type"] === "Course")!["offers"];
  const [free] = (await offersOf("free")) as Data[];
  assert.deepEqual([free!["price"], free!["category"]], ["0", "Free"]);
  assert.equal(await offersOf("unsold"), undefined);
  const [once] = (await offersOf("sold")) as Data[];
  assert.deepEqual([once!["price"], once!["priceCurrency"]], ["19.99", "EUR"]);
});

void test("No structured data contains an empty list", async () => {
  const site = await aSite();
  await publishEverything(site);
  const map = (await site.get("/index.md")).body;
  const paths = [...map.matchAll(/\]\(https?:\/\/[^/]+(\/[^)]+)\.md\)/g)].map(([, path]) => path!);
  assert.ok(paths.length > 0, map);
  for (const path of paths) {
    for (const data of await dataOf(site, path)) {
      for (const [name, value] of Object.entries(data)) assert.notDeepEqual(value, [], `${path}: ${name}`);
    }
  }
});

void test("Structured data of all pages and lists has the shapes of schema.org, and names nothing that is hidden", async () => {
  const site = await aSite();
  await publishEverything(site);
  const items = Object.keys(kinds).map((kind) => addressOf(kind, "shown"));
  const lists = [
    "/courses",
    "/events",
    "/posts",
    "/membership-plans",
    "/lecturers",
    "/digital-products",
    "/consulting",
  ];
  for (const path of ["/", ...lists, ...items]) {
    const found = await dataOf(site, path);
    assert.ok(found.length > 0, path);
    for (const data of found) assert.deepEqual(faultsOf(data), [], path);
    assert.doesNotMatch(JSON.stringify(found), /Secret/, path);
  }
  for (const path of lists) {
    const list = (await dataOf(site, path)).find((data) => data["@type"] === "ItemList");
    const listed = list!["itemListElement"] as { url: string }[];
    assert.equal(list!["numberOfItems"], listed.length, path);
    for (const { url } of listed) assert.equal((await site.get(new URL(url).pathname)).statusCode, 200, url);
  }
});

void test("A course has an instance with its workload and lecturers, unless its duration is unknown", async () => {
  const operator = await operatorOf(await aSite(), "courses:read courses:write lecturers:read lecturers:write");
  const { site } = operator;
  const lecturer = await make(operator, "/lecturers", { name: "Ana" });
  const insert = async (slug: string, durationSeconds: number) => {
    const course = { id: newId(), slug, name: "Knots", status: "published", durationSeconds } as const;
    await insertCourse(site.context(), { ...course, courseType: "free", publishedAt: now() }, now());
    await operator.patch(`/courses/${slug}`, { lecturer_ids: [lecturer.id] });
  };
  const instancesOf = async (slug: string) =>
    (await dataOf(site, `/courses/${slug}`)).find((data) => data["@type"] === "Course")!["hasCourseInstance"];
  await insert("long", 5 * 3600 + 20 * 60 - 1);
  await insert("unknown", 0);
  assert.deepEqual(await instancesOf("long"), [
    {
      "@type": "CourseInstance",
      courseMode: "Online",
      courseWorkload: "PT5H20M",
      instructor: [{ "@type": "Person", name: "Ana", url: `${site.origin}/lecturers/ana` }],
    },
  ]);
  assert.equal(await instancesOf("unknown"), undefined);
});

const quarterlyOffer = (url: string) => ({
  "@type": "Offer",
  name: "Crew",
  price: "15.00",
  priceCurrency: "EUR",
  url,
  category: "Subscription",
  priceSpecification: {
    "@type": "UnitPriceSpecification",
    price: "15.00",
    priceCurrency: "EUR",
    unitCode: "MON",
    billingIncrement: 3,
    referenceQuantity: { "@type": "QuantitativeValue", value: 3, unitCode: "MON" },
  },
});

void test("Offers of memberships have their period, on the plan and on its courses, and lead to the checkout", async () => {
  const operator = await operatorOf(await aSite(), `${subscriptionScopes} courses:read courses:write`);
  const { site } = operator;
  const plan = await aPlan(operator, { name: "Crew", benefits: { all_courses: true } });
  const quarterly = await aPrice(operator, plan, { interval: "month", interval_count: 3 });
  const course = {
    id: newId(),
    slug: "knots",
    name: "Knots",
    courseType: "membership_only",
    status: "published",
  } as const;
  await insertCourse(site.context(), { ...course, publishedAt: now() }, now());
  const offersOf = async (path: string) =>
    (await dataOf(site, path)).flatMap((data) => (data["offers"] as Data[] | undefined) ?? []);
  const page = `/membership-plans/${String(plan["slug"])}`;
  for (const path of [page, "/courses/knots"])
    assert.deepEqual(await offersOf(path), [quarterlyOffer(`${site.origin}${page}`)]);

  await aShop(site);
  const checkout = quarterlyOffer(`${site.origin}/checkout?item=${quarterly.id}`);
  assert.deepEqual(await offersOf(page), [checkout]);
  assert.deepEqual(await offersOf("/courses/knots"), [checkout]);
});
