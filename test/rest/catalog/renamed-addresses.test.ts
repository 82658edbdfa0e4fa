import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { assignments, identifier, rows } from "#database/statements/sql.ts";
import { addressedKinds, publicAddresses } from "#domain/platform/addresses/public-addresses.ts";
import { newId } from "#domain/platform/ids.ts";
import { assertOk, assertStatus } from "../../support/assert-status.ts";
import { database } from "../../support/databases/database.ts";
import { now } from "../../support/clock.ts";
import { addressOf, kinds, publishEverything } from "../../support/worlds/published.ts";
import { root } from "../../support/data/source-tree.ts";
import { anOperator, type Operator } from "../support/operator.ts";

const scopes =
  "courses:read courses:write events:read events:write posts:read posts:write membership_plans:read membership_plans:write digital_products:read digital_products:write lecturers:read lecturers:write pages:read pages:write";

/** Paths of the operator API, by kind. */
const resources: Record<string, string> = {
  course: "courses",
  event: "events",
  post: "posts",
  plan: "membership_plans",
  product: "digital_products",
  service: "consulting_services",
  lecturer: "lecturers",
  page: "pages",
};

interface Listed {
  id: string;
  from: string;
  to: string;
  status: number;
  resource: { type: string; id: string } | null;
}

const redirectsOf = async (operator: Operator): Promise<Listed[]> => {
  const answer = await operator.get("/redirects?limit=200");
  assertOk(answer);
  return answer.json<{ data: Listed[] }>().data;
};
const movesOf = async (operator: Operator): Promise<string[]> =>
  (await redirectsOf(operator)).map(({ from, to }) => `${from} ${to}`).toSorted();

const apiPath = (kind: string, address: string): string =>
  kind === "page" ? `/pages/${encodeURIComponent(address)}` : `/${resources[kind]}/${address.split("/").at(-1)}`;

/** Changes the slug or path, and returns the new address. */
async function rename(operator: Operator, kind: string, address: string, slug: string): Promise<string> {
  const change = kind === "page" ? { path: `/${slug}` } : { slug };
  assertOk(await operator.patch(apiPath(kind, address), change));
  return kind === "page" ? `/${slug}` : address.replace(/[^/]+$/, slug);
}

async function assertMoved(operator: Operator, from: string, to: string): Promise<void> {
  const { statusCode, headers } = await operator.site.get(from);
  assert.deepEqual([statusCode, headers.location], [301, to], from);
}

const assertAbsent = async ({ site }: Operator, path: string) => assertStatus(await site.get(path), 404);

void describe("A changed slug or path", () => {
  for (const [kind, { table, hidden }] of Object.entries(kinds)) {
    const [reason, fields] = Object.entries(hidden)[0]!;
    void test(`redirects from the old address of a ${kind} until another one takes it`, async () => {
      const operator = await anOperator(scopes);
      const { site } = operator;
      await publishEverything(site);
      const a = addressOf(kind, "shown");
      const b = await rename(operator, kind, a, "second-name");
      await assertMoved(operator, a, b);
      await assertMoved(operator, `${a}?page=2`, `${b}?page=2`);
      await assertMoved(operator, `${a}.md`, `${b}.md`);
      const [redirect] = await redirectsOf(operator);
      const { id } = (await operator.get(apiPath(kind, b))).json<{ id: string }>();
      assert.equal(redirect?.resource?.id, id);

      // Chains are collapsed.
      const c = await rename(operator, kind, b, "third-name");
      assert.deepEqual(await movesOf(operator), [`${a} ${c}`, `${b} ${c}`].toSorted());
      await assertMoved(operator, a, c);
      // The way back ends the redirect.
      await rename(operator, kind, c, a.split("/").at(-1)!);
      assert.deepEqual(await movesOf(operator), [`${b} ${a}`, `${c} ${a}`].toSorted());
      assertOk(await site.get(a));
      await assertMoved(operator, b, a);

      // Clients of the API use the current slug.
      assertStatus(await operator.get(apiPath(kind, b)), 404);

      // Another resource takes the address.
      await rename(operator, kind, addressOf(kind, reason), "second-name");
      assert.deepEqual(
        (await movesOf(operator)).filter((move) => move.endsWith(` ${a}`)),
        [`${c} ${a}`],
      );
      await assertAbsent(operator, b);

      // The address of a resource that is hidden stays unknown.
      await database.run`
        update ${identifier(table)} set ${assignments(fields)} where site_id = ${site.site.id} and ${
          kind === "page" ? assignments({ path: a }) : assignments({ slug: a.split("/").at(-1) })
        }`;
      await assertAbsent(operator, c);
      assertOk(await operator.delete(apiPath(kind, a)));
      assert.deepEqual(
        (await movesOf(operator)).filter((move) => move.endsWith(` ${a}`)),
        [],
      );
    });
  }

  void test("redirects the pages below the page of a course, also for learners, and forms", async () => {
    const operator = await anOperator(scopes);
    const { site } = operator;
    await publishEverything(site);
    const a = addressOf("course", "shown");
    const b = await rename(operator, "course", a, "sailing");
    await assertMoved(operator, `${a}/reviews?rating=5`, `${b}/reviews?rating=5`);
    await assertMoved(operator, `${a}/reviews.md`, `${b}/reviews.md`);
    const browser = await site.signedIn(await site.member());
    const lesson = await browser.request("GET", "/learn/shown-course/continue");
    assert.deepEqual([lesson.statusCode, lesson.headers.location], [301, "/learn/sailing/continue"]);

    await database.run`
      insert into forms ${rows({
        siteId: site.site.id,
        id: newId(),
        name: "Contact",
        slug: "contact",
        status: "closed",
        fields: "[]",
        createdAt: now(),
        updatedAt: now(),
      })}`;
    const manager = await site.signedIn(await site.member({ roles: ["owner"] }));
    const editor = (await manager.open("/admin/forms")).body.match(/\/admin\/forms\/frm_\w+/)![0];
    await manager.submit(await manager.open(`${editor}/edit`), {
      name: "Contact",
      slug: "write-to-us",
      audience: "everybody",
      do: "save",
    });
    await assertMoved(operator, "/forms/contact", "/forms/write-to-us");
    const sent = await browser.request("POST", "/forms/contact", { name: "Ana" });
    assert.deepEqual([sent.statusCode, sent.headers.location], [308, "/forms/write-to-us"]);
  });

  void test("redirects at its own school only, and can be removed", async () => {
    const [operator, other] = await Promise.all([anOperator(scopes), anOperator(scopes)]);
    await publishEverything(operator.site);
    const a = addressOf("course", "shown");
    await rename(operator, "course", a, "sailing");
    await assertAbsent(other, a);
    assert.deepEqual(await movesOf(other), []);
    const [redirect] = await redirectsOf(operator);
    assertStatus(await other.delete(`/redirects/${redirect!.id}`), 404);
    await assertMoved(operator, a, "/courses/sailing");
    assertOk(await operator.delete(`/redirects/${redirect!.id}`));
    await assertAbsent(operator, a);
  });

  void test("leaves a redirect of an operator as it is, and ends at a live address", async () => {
    const operator = await anOperator(scopes);
    await publishEverything(operator.site);
    const page = addressOf("page", "shown");
    assertStatus(await operator.post("/redirects", { from: page, to: "/elsewhere" }), 201);
    assertStatus(await operator.post("/redirects", { from: "/courses/legacy", to: "/courses/shown-course" }), 201);
    await rename(operator, "page", page, "contact");
    await assertMoved(operator, page, "/elsewhere");
    await rename(operator, "course", addressOf("course", "shown"), "sailing");
    await assertMoved(operator, "/courses/legacy", "/courses/sailing");
    // A loop of stored redirects would need a live address, which comes first.
    await rename(operator, "course", "/courses/sailing", "legacy");
    assertOk(await operator.site.get("/courses/legacy"));
    await assertMoved(operator, "/courses/sailing", "/courses/legacy");
  });

  void test("ends when a new resource takes the address, and keeps the last fifty addresses", async () => {
    const operator = await anOperator(scopes);
    await publishEverything(operator.site);
    let address = addressOf("lecturer", "shown");
    for (let name = 0; name < 52; name++) address = await rename(operator, "lecturer", address, `name-${name}`);
    assert.equal((await redirectsOf(operator)).length, 50);
    await assertAbsent(operator, addressOf("lecturer", "shown"));
    assertStatus(await operator.post("/lecturers", { name: "Name 50" }), 201);
    assert.equal((await redirectsOf(operator)).length, 49);
    assertOk(await operator.site.get("/lecturers/name-50"));
  });

  void test("leaves no trace of a draft that was never public", async () => {
    const operator = await anOperator(scopes);
    assertStatus(await operator.post("/courses", { name: "Plan B" }), 201);
    await rename(operator, "course", "/courses/plan-b", "plan-c");
    assert.deepEqual(await movesOf(operator), []);
  });
});

void test("All resources with a unique slug or path redirect, but for those without a page", () => {
  const withoutPage = ["course_categories", "event_categories", "post_categories"];
  const schema = readFileSync(path.join(root, "src/database/schema.sql"), "utf8");
  const unique = schema.matchAll(/create unique index \w+ ON (\w+) \(site_id, (?:slug|path)\)/g);
  const tables = Array.from(unique, ([, table]) => table!);
  assert.ok(tables.length > withoutPage.length);
  assert.deepEqual(
    tables.filter((table) => !withoutPage.includes(table)).toSorted(),
    addressedKinds.map((kind) => publicAddresses[kind].table.strings.join("")).toSorted(),
  );
});
