import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";

const move = (operator: Operator, from: string, to: string, status?: number) =>
  operator.post("/redirects", { from, to, ...(status && { status }) });

const scopes = "pages:read pages:write";

void test("No redirect completes a loop, however its addresses are written", async () => {
  const operator = await anOperator(scopes);
  const { origin } = operator.site;
  for (const [from, to] of [
    ["/a", "/b"],
    ["/b", "/c"],
    ["/c", "/d?from=c"],
    ["/old page".replace(" ", "%20"), "/x"],
    ["/\u6F6E", "/y"],
  ] as const) {
    assertStatus(await move(operator, from, to), 201);
  }
  for (const [from, to] of [
    ["/self", "/self"],
    ["/self", "/self/"],
    ["/self/", "/self/#top"],
    ["/self", "/x/../self"],
    ["/self", "/%73elf"],
    ["/%73elf", "/self"],
    ["/d", "/a"],
    ["/d", "/a/"],
    ["/d", "/a?x=1#y"],
    ["/d", `${origin}/a`],
    ["/d", `${origin.toUpperCase().replace("HTTP", "http")}/a/`],
    ["/x", "/old%20page"],
    ["/y", "/%E6%BD%AE"],
    ["/y", `${origin}/%e6%bd%ae`],
  ] as const) {
    const refused = problemOf(await move(operator, from, to));
    assert.deepEqual([refused.status, refused.pointers], [422, ["/to"]], `${from} ${to}`);
    assert.match(refused.detail, /^The redirect would lead in a circle: .* → /, `${from} ${to}`);
  }
  for (const [from, to] of [
    // Paths differ by case, and other hosts have paths of their own.
    ["/A", "/a"],
    ["/about/", "/about"],
    ["/d", "https://elsewhere.example/a"],
  ] as const) {
    assertStatus(await move(operator, from, to), 201);
  }
});

void test("Concurrent requests create no loop of redirects that lead to each other", async () => {
  const operator = await anOperator(scopes);
  const paths = ["/a", "/b", "/c", "/d"];
  const answers = await Promise.all(paths.map((from, index) => move(operator, from, paths[(index + 1) % 4]!)));
  const statuses = answers.map(({ statusCode }) => statusCode);
  assert.equal(statuses.filter((status) => status === 422).length, 1, statuses.join());
});

void test("A chain of redirects responds with its end, and has a limit", async () => {
  const operator = await anOperator(scopes);
  const { site } = operator;
  for (const [from, to, status] of [
    ["/one", "/two", 301],
    ["/two", `${site.origin}/three`, 308],
    ["/three", "/courses?sort=new", 301],
    ["/temporary", "/one", 302],
  ] as const) {
    assertStatus(await move(operator, from, to, status), 201);
  }
  for (const [path, status] of [
    ["/one", 308],
    ["/one/", 308],
    ["/three", 301],
    ["/temporary", 302],
  ] as const) {
    const { statusCode, headers } = await site.get(path);
    assert.deepEqual([statusCode, headers.location], [status, "/courses?sort=new"], path);
  }
  for (let hop = 0; hop < 9; hop++) assertStatus(await move(operator, `/h${hop + 1}`, `/h${hop}`), 201);
  assertStatus(await move(operator, "/h10", "/h9"), 201);
  const long = problemOf(await move(operator, "/h11", "/h10"));
  assert.deepEqual([long.status, long.pointers], [422, ["/to"]]);
  assert.match(long.detail, /^More than 10 redirects would follow one another/);
});
