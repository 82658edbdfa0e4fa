import assert from "node:assert/strict";
import { test } from "node:test";
import { insertPlan } from "#domain/catalog/course-plans/queries.ts";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { now } from "../support/clock.ts";
import { publishEverything } from "../support/published.ts";
import { type ASite, aSite } from "../support/world.ts";

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
