import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../support/assert-status.ts";
import { anOperator } from "../rest/support/operator.ts";
import { measuredServer } from "../support/meters/measured-server.ts";
import { assertTurns } from "./support/turns.ts";

const filled = (piece: string, length: number): string => piece.repeat(Math.floor(length / piece.length));

/** Expands to 18 letters where compatibility forms are folded (NFKC, NFKD). */
const expanding = "\ufdfa";

void test("No operator text blocks the event loop", { timeout: 300_000 }, async () => {
  const operator = await anOperator(
    "courses:read courses:write curriculum:write appearance:write posts:write posts:read pages:write pages:read students:read students:write members:read storage:write forms:read",
  );
  const { site } = operator;
  const server = await measuredServer();
  const headers = { authorization: `Bearer ${operator.bearer}`, "content-type": "application/json", "if-match": "*" };
  const send = (method: string, path: string, body?: object) =>
    server.send(site, { method, path: `/api/v1${path}`, headers, ...(body && { body: JSON.stringify(body) }) });

  const styles = {
    "many rules": filled("a{color:red;background:url(/files/a)}", 64_000),
    "many functions": filled("a{width:calc(1px + (2px*3))}", 64_000),
    escapes: `a{content:"${filled("\\41 ", 63_000)}"}`,
    "removed rules": filled("@import 'a';", 64_000),
    "image sets": filled("a{background:image-set('/files/a' 1x)}", 64_000),
  };
  for (const [what, custom_css] of Object.entries(styles)) {
    const written = await assertTurns(`CSS with ${what}`, (attempt) =>
      send("PATCH", "/appearance", { custom_css: `${custom_css}/*${attempt}*/` }),
    );
    assert.equal(written.status, 200, written.body.slice(0, 500));
    await assertTurns(`Reading CSS with ${what}`, () => server.send(site, { path: "/assets/site.css" }));
  }

  const html = {
    "nested elements": filled("<div>", 20_000),
    "many elements": filled("<b>a</b>", 20_000),
    "expanding letters": filled(expanding, 20_000),
  };
  for (const [what, footer_html] of Object.entries(html)) {
    await assertTurns(`HTML with ${what}`, () => send("PATCH", "/appearance", { footer_html }));
  }

  const texts = {
    "expanding letters": filled(expanding, 95_000),
    "nested lists": filled("- ", 95_000),
    "Han letters": filled("\u6f22\u5b57", 95_000),
    "nested HTML": filled("<div>", 95_000),
    words: Array.from({ length: 9000 }, (_, index) => `word${index}`).join(" "),
  };
  for (const [what, text] of Object.entries(texts)) {
    await assertTurns(`A course with ${what}`, (attempt) =>
      send("POST", "/courses", { name: `${what} ${attempt}`, description_markdown: text }),
    );
    await assertTurns(`A post with ${what}`, (attempt) =>
      send("POST", "/posts", { title: `${what} ${attempt}`, body_markdown: text }),
    );
  }
  for (const search of [expanding, "\u6f22", "a ", "\u0301"]) {
    const q = encodeURIComponent(filled(search, 200 / search.length));
    for (const list of ["courses", "posts", "students"]) {
      await assertTurns(`Searching ${list} for ${JSON.stringify(search)}`, () => send("GET", `/${list}?q=${q}`));
    }
  }
});

void test("No document of a page with much HTML blocks the event loop", { timeout: 300_000 }, async () => {
  const operator = await anOperator("pages:write pages:read");
  // Each ampersand becomes five characters of HTML.
  const blocks = Array.from({ length: 9 }, () => ({ kind: "html", html: filled("&", 95_000) }));
  const page = { title: "Large", path: "/large", blocks };
  const created = await operator.post("/pages", page);
  assertStatus(created, 201);
  const { id } = created.json<{ id: string }>();
  const published = await operator.post(`/pages/${id}/publish`);
  assertStatus(published, 200);
  const server = await measuredServer();
  const document = await assertTurns("Its document", () => server.send(operator.site, { path: "/large.md" }));
  assert.equal(document.status, 200);
  assert.ok(document.body.length > 800_000);
});

const rows = (data: (index: number) => object) =>
  Array.from({ length: 100 }, (_, index) => ({ op: "create", data: data(index) }));

void test("No request with many rows blocks the event loop", { timeout: 300_000 }, async () => {
  const operator = await anOperator("courses:read courses:write students:read students:write");
  const { site } = operator;
  const server = await measuredServer();
  const headers = { authorization: `Bearer ${operator.bearer}`, "content-type": "application/json" };
  const send = (method: string, path: string, body?: object) =>
    server.send(site, { method, path: `/api/v1${path}`, headers, ...(body && { body: JSON.stringify(body) }) });

  const refused = await assertTurns("A refused atomic request", () =>
    send("POST", "/courses/bulk", {
      atomic: true,
      operations: rows(() => ({ name: "", status: "none", level: 1, tags: [1, 2, 3], metadata: 1 })),
    }),
  );
  assert.equal(refused.status, 422);
  const large = await assertTurns("Many large texts", (attempt) =>
    send("POST", "/courses/bulk", {
      operations: rows((index) => ({
        name: `Large ${attempt} ${index}`,
        description_markdown: filled("Some *plain* words. ", 20_000),
      })),
    }),
  );
  assert.equal(large.status, 200, large.body.slice(0, 500));
  const excessive = await assertTurns("Too many large texts", () =>
    send("POST", "/courses/bulk", {
      operations: rows(() => ({ name: "Large", description_markdown: filled("Some *plain* words. ", 96_000) })),
    }),
  );
  assert.equal(excessive.status, 422);
  assert.match(excessive.body, /"code":"too_much_text"/);
  const list = await assertTurns("Reading them", () => send("GET", "/courses?limit=100"));
  assert.equal(list.status, 200);
  assert.equal((JSON.parse(list.body) as { data: object[] }).data.length, 100);
});
