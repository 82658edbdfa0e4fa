import assert from "node:assert/strict";
import { test } from "node:test";
import { getIntrospectionQuery } from "graphql";
import { operatorOf } from "../rest/support/operator.ts";
import { measuredServer } from "../support/meters/measured-server.ts";
import { aSite } from "../support/world.ts";
import { assertTurns } from "./support/turns.ts";

const filled = (piece: string, length: number): string => piece.repeat(Math.floor(length / piece.length));
const listed = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join(" ");

/** Characters of a query string that fits into the headers of a request. */
const length = 46_000;

const lists = {
  "empty filter values": `status=${filled(",", length)}`,
  "many filter values": `status=${filled("x,", length)}x`,
  "many ids": `ids=${filled("x,", length)}x`,
  "many sort keys": `sort=${filled("name,", length)}name`,
  "many expansions": `expand=${filled("plans,", length)}plans`,
  "many fields": `fields=${filled("x,", length)}x`,
  "many parameters": filled("a=1&", length),
  "many search words": `q=${filled("+a", length)}`,
  "a long cursor": `cursor=${filled("A", length)}`,
};

/** Each query differs, because valid ones are cached. */
const queries: Record<string, (attempt: number) => string> = {
  "a chain of fragments": (attempt) =>
    `query q${attempt} { viewer { ...a0 } } ${listed(240, (index) => `fragment a${index} on Viewer { ...a${index + 1} }`)} fragment a240 on Viewer { id }`,
  "many fragments in one field": (attempt) =>
    `query q${attempt} { viewer { ${listed(90, (index) => `...a${index}`)} } } ${listed(90, (index) => `fragment a${index} on Viewer { ${filled("id ", 30)} }`)}`,
  "a field many times": (attempt) =>
    `query q${attempt} { ${listed(190, () => "viewer { id name email id name email }")} }`,
  "unused variables": (attempt) => `query q${attempt}(${listed(490, (index) => `$a${index}: Int`)}) { viewer { id } }`,
  "fragments that spread fragments twice": (attempt) =>
    `query q${attempt} { viewer { ...a0 } } ${listed(11, (index) => `fragment a${index} on Viewer { ...a${index + 1} ...a${index + 1} }`)} fragment a11 on Viewer { id name }`,
  "many conditions": (attempt) =>
    `query q${attempt}($a: Boolean = true) { viewer { ${listed(150, (index) => `...a${index % 10} @include(if: $a)`)} } } ${listed(10, (index) => `fragment a${index} on Viewer { ${filled("id @skip(if: $a) ", 340)} }`)}`,
  "the whole schema": (attempt) => `# ${attempt}\n${getIntrospectionQuery()}`,
  "a long comment": () => filled("#\n", 195_000),
};

void test("No query blocks the event loop", async () => {
  const site = await aSite();
  const { bearer } = await operatorOf(site, "courses:read courses:write");
  const { access_token } = await site.connect(await site.operatorClient(), await site.member(), "account:read");
  const server = await measuredServer();
  const headers = { authorization: `Bearer ${bearer}` };
  for (const [what, query] of Object.entries(lists)) {
    const list = await assertTurns(`A list with ${what}`, () =>
      server.send(site, { path: `/api/v1/courses?${query}`, headers }),
    );
    assert.equal(list.status, 400, what);
  }
  for (const [what, query] of Object.entries(queries)) {
    await assertTurns(`A GraphQL query with ${what}`, (attempt) =>
      server.send(site, {
        method: "POST",
        path: "/member/graphql",
        headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
        body: JSON.stringify({ query: query(attempt) }),
      }),
    );
  }
});
