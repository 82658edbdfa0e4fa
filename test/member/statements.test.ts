import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import fastify, { type FastifyInstance } from "fastify";
import type { Database } from "#database/database.ts";
import { resolveContexts } from "#http/context.ts";
import { openQuotas } from "#http/quota.ts";
import { openSiteDirectory } from "#http/site-directory.ts";
import { memberApi } from "#member/plugin.ts";
import { assertStatus, describeFailure } from "../support/assert-status.ts";
import { requestTime } from "../support/clock.ts";
import { database } from "../support/databases/database.ts";
import { storage } from "../support/worlds/storage.ts";
import { everything } from "./support/all-fields.ts";
import { aCourse, enroll, watch } from "./support/enrolled.ts";
import { attend, book, giveProduct, giveSessions } from "./support/own-items.ts";
import { aReader, type Reader } from "./support/reader.ts";

let statements = 0;

const counted = new Set<keyof Database>(["many", "first", "one", "run", "together"]);

/** The Member API alone, on a database that counts statements. */
const counting: Database = new Proxy(database, {
  get(target, name: keyof Database) {
    const value = target[name];
    if (!counted.has(name)) return value;
    return (...args: never[]) => {
      statements++;
      return (value as (...given: never[]) => unknown)(...args);
    };
  },
});

async function anApi(): Promise<FastifyInstance> {
  const app = fastify();
  resolveContexts(app, {
    db: counting,
    environment: "production",
    sites: openSiteDirectory(database),
    clock: requestTime,
    storage,
  });
  const quotas = openQuotas(database, { report: () => {} });
  await app.register(memberApi(quotas));
  return app;
}

let app: FastifyInstance;

let reader: Reader;

async function statementsOf(query: string): Promise<number> {
  const request = {
    method: "POST",
    url: "/member/graphql",
    headers: { host: reader.site.host, authorization: `Bearer ${reader.bearer}` },
    payload: { query },
  } as const;
  // Looks up the site once, before counting.
  await app.inject(request);
  statements = 0;
  const response = await app.inject(request);
  assertStatus(response, 200);
  assert.equal(response.json<{ errors?: unknown }>().errors, undefined, describeFailure(response.body));
  return statements;
}

void describe("Statements of the Member API", () => {
  before(async () => {
    app = await anApi();
    reader = await aReader();
    const { site, member } = reader;
    for (let count = 0; count < 12; count++) {
      const course = await aCourse(site);
      await watch(site, await enroll(site, member, { course, daysAgo: count }), 10);
      await giveProduct(site, member);
      await book(site, member, await giveSessions(site, member), count + 1);
      await attend(site, member, 24 * (count - 5));
    }
  });

  void test("Reading everything takes as many statements for twelve resources of each kind as for one", async () => {
    const [one, twelve] = [await statementsOf(everything(1)), await statementsOf(everything(12))];
    assert.equal(one, twelve);
    assert.ok(twelve <= 30, `${twelve} statements`);
  });

  void test("The courses of the signed-in member take two statements: the member and the courses", async () => {
    const course = "slug expireDate hasLifetimeAccess lastWatchedLecture { lectureId positionSeconds }";
    const query = `{ viewer { id name email enrolledCourses(first: 10) { nodes { ${course} } } } }`;
    assert.equal(await statementsOf(query), 2);
  });

  void test("Each detail of courses takes one more statement, and so does the count", async () => {
    const taking = (fields: string) =>
      statementsOf(`{ viewer { enrolledCourses(first: 12) { nodes { slug ${fields} } } } }`);
    assert.equal(await taking("id name url imageUrl status enrolledAt completedAt"), 2);
    assert.equal(await taking("progress { percent nextLecture { name } }"), 3);
    assert.equal(await taking("lecturers { name }"), 3);
    assert.equal(await taking("lastWatchedLecture { lectureName }"), 3);
    assert.equal(await statementsOf("{ viewer { enrolledCourses { totalCount nodes { slug } } } }"), 3);
  });
});
