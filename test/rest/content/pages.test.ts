import assert from "node:assert/strict";
import { test } from "node:test";
import { assertStatus } from "../../support/assert-status.ts";
import { routesOfTheRouter } from "../../support/worlds/routes.ts";
import { auditOf, outboxOf } from "../../support/worlds/records.ts";
import { aPicture as pictureOf } from "../../support/worlds/pictures.ts";
import { sendFile } from "../../support/worlds/uploads.ts";
import { anOperator, type Operator, problemOf } from "../support/operator.ts";

const scopes = "pages:read pages:write";
type Json = Record<string, unknown>;
interface Page {
  id: string;
  path: string;
  revision: number;
  status: string;
}

async function aPage(operator: Operator, fields: Json = {}) {
  const response = await operator.post("/pages", { title: "About", path: "/about", body_markdown: "*We*", ...fields });
  assertStatus(response, 201);
  return response.json<Page & Json>();
}
async function aPicture(operator: Operator, visibility = "public"): Promise<string> {
  const bytes = pictureOf({ width: 20, height: 20 });
  const sent = await sendFile(operator, bytes, { purpose: "page", visibility }, { name: "a.png" });
  assertStatus(sent, 201);
  return sent.json<{ id: string }>().id;
}
const pathsOf = async (operator: Operator, query = "") => {
  const response = await operator.get(`/pages?${query}`);
  assertStatus(response, 200);
  return response.json<{ data: Page[] }>().data.map(({ path }) => path);
};

void test("A page is read by its id, and by its path with every slash but the first written as %2F", async () => {
  const operator = await anOperator(scopes);
  const page = await aPage(operator, { path: "/about/the-team" });
  assert.deepEqual(
    [page["object"], page["page_type"], page.status, page.revision, page["show_in_sitemap"], page["locale"]],
    ["page", "content", "draft", 1, true, "en"],
  );
  assert.deepEqual([page["body_html"], page["blocks"]], ["<p><em>We</em></p>\n", null]);
  assert.equal(page["url"], `${operator.site.origin}/about/the-team`);
  for (const address of [page.id, "%2Fabout%2Fthe-team", "about%2Fthe-team"]) {
    assert.equal((await operator.get(`/pages/${address}`)).json<Page>().id, page.id, address);
  }
  assert.equal(problemOf(await operator.get("/pages/about%2Fnobody")).code, "not_found");
  assert.equal(problemOf(await operator.get(`/pages/${operator.member.sub}`)).code, "invalid_id");
});

void test("A path belongs to one page", async () => {
  const operator = await anOperator(scopes);
  const page = await aPage(operator);
  const other = await aPage(operator, { path: "/contact", external_id: "cms/1" });
  const taken = await operator.post("/pages", { title: "x", path: "/about", body_markdown: "" });
  assert.deepEqual([taken.statusCode, problemOf(taken).code], [409, "path_taken"]);
  assert.equal(problemOf(await operator.patch(`/pages/${other.id}`, { path: "/about" })).code, "path_taken");
  assert.equal(problemOf(await operator.patch(`/pages/${page.id}`, { external_id: "cms/1" })).code, "already_exists");
  await operator.delete(`/pages/${page.id}`);
  assert.equal((await operator.patch(`/pages/${other.id}`, { path: "/about" })).statusCode, 200);
});

void test("A path consists of slugs, and cannot be an address that the server serves itself", async () => {
  const operator = await anOperator(scopes);
  const refused = async (path: string) =>
    problemOf(await operator.post("/pages", { title: "x", path, body_markdown: "" })).pointers;
  for (const path of ["about", "/", "/about/", "/About", "//x", "/a b", "/a/../b", "/über", `/${"a".repeat(200)}`]) {
    assert.deepEqual(await refused(path), ["/path"], path);
  }
  const first = (await routesOfTheRouter()).map((route) => /\/([^/]*)/.exec(route.split(" ")[1]!)![1]!);
  const segments = [...new Set(first)].filter((word) => /^[a-z0-9-]+$/.test(word));
  assert.ok(segments.length > 5, "The routes were not found.");
  for (const word of segments) assert.deepEqual(await refused(`/${word}/x`), ["/path"], word);
});

void test("A page's content is either blocks or Markdown", async () => {
  const operator = await anOperator(`${scopes} storage:write`);
  const file = await aPicture(operator);
  const blocks = [
    { kind: "markdown", markdown: "# Hello" },
    { kind: "html", html: "<p onclick='x()'>Hi</p><script>x</script>" },
    { kind: "image", file_id: file, alt: "A boat" },
    { kind: "button", label: "Join", href: "/courses" },
    { kind: "divider" },
    { kind: "faq", items: [{ question: "When?", answer_markdown: "At high *tide*" }] },
    { kind: "list", of: "courses" },
  ];
  const page = await aPage(operator, { body_markdown: undefined, blocks });
  assert.deepEqual(page["blocks"], [
    blocks[0],
    { kind: "html", html: "<p>Hi</p>" },
    { ...blocks[2], caption: null },
    ...blocks.slice(3, 6),
    { kind: "list", of: "courses", limit: 6 },
  ]);
  assert.deepEqual([page["body_markdown"], page["body_html"]], [null, null]);
  assert.deepEqual(await pathsOf(operator, "q=tide%20boat"), ["/about"]);

  const refused = async (fields: Json) =>
    problemOf(await operator.post("/pages", { title: "x", path: "/x", ...fields })).pointers;
  assert.deepEqual(await refused({}), ["/blocks"]);
  assert.deepEqual(await refused({ blocks, body_markdown: "" }), ["/blocks"]);
  assert.deepEqual(await refused({ page_type: "static_site", body_markdown: "" }), ["/body_markdown"]);
  const script = [{ kind: "button", label: "x", href: "javascript:alert(1)" }];
  assert.deepEqual(await refused({ blocks: script }), ["/blocks/0/href"]);
  assert.deepEqual(await refused({ blocks: [{ kind: "button", label: "x", href: "//evil.example" }] }), [
    "/blocks/0/href",
  ]);
  assert.equal(problemOf(await operator.patch(`/pages/${page.id}`, { blocks: [{ kind: "nope" }] })).status, 422);
  const changed = (await operator.patch(`/pages/${page.id}`, { body_markdown: "Plain" })).json<Json>();
  assert.deepEqual([changed["blocks"], changed["body_markdown"]], [null, "Plain"]);
});

void test("Each change is a revision, and a page can be restored to one", async () => {
  const operator = await anOperator(scopes);
  const page = await aPage(operator);
  const path = `/pages/${page.id}`;
  const second = await operator.patch(path, { title: "About us", blocks: [{ kind: "divider" }] });
  assert.equal(second.json<Page>().revision, 2);
  const moved = await operator.patch(path, { seo: { title: "Harbour" } });
  assert.equal(moved.json<Page>().revision, 3);
  await operator.post(`${path}/publish`);
  const listed = (await operator.get(`${path}/revisions`)).json<{ data: Json[] }>().data;
  assert.deepEqual(
    listed.map(({ revision, title, member_id }) => [revision, title, member_id]),
    [3, 2, 1].map((revision) => [revision, revision === 1 ? "About" : "About us", operator.member.sub]),
  );
  const restored = (await operator.post(`${path}/revisions/1/restore`)).json<Page & Json>();
  assert.deepEqual(
    [restored.revision, restored["title"], restored["body_markdown"], restored["blocks"], restored.status],
    [4, "About", "*We*", null, "published"],
  );
  const blocks = (await operator.post(`${path}/revisions/2/restore`)).json<Json>();
  assert.deepEqual([blocks["blocks"], blocks["body_markdown"]], [[{ kind: "divider" }], null]);
  assert.equal(problemOf(await operator.post(`${path}/revisions/9/restore`)).code, "not_found");
  assert.equal(problemOf(await operator.post(`${path}/revisions/x/restore`)).code, "validation_failed");
});

void test("The last hundred revisions of a page are kept", async () => {
  const operator = await anOperator(scopes);
  const page = await aPage(operator);
  for (let number = 2; number <= 102; number++) await operator.patch(`/pages/${page.id}`, { title: `Title ${number}` });
  const path = `/pages/${page.id}/revisions?limit=200`;
  const revisions = (await operator.get(path)).json<{ data: Page[] }>().data.map(({ revision }) => revision);
  assert.deepEqual([revisions.length, revisions[0], revisions.at(-1)], [100, 102, 3]);
});

void test("A page is published once it has content, and unpublished", async () => {
  const operator = await anOperator(scopes);
  const page = await aPage(operator, { body_markdown: " " });
  const path = `/pages/${page.id}`;
  const empty = problemOf(await operator.post(`${path}/publish`));
  assert.deepEqual([empty.status, empty.code, empty.pointers], [422, "not_publishable", ["/blocks"]]);
  const files = await aPage(operator, { path: "/tour", page_type: "static_site", body_markdown: undefined });
  assert.deepEqual(problemOf(await operator.post(`/pages/${files.id}/publish`)).pointers, ["/page_type"]);

  await operator.patch(path, { body_markdown: "Something" });
  assert.equal(problemOf(await operator.post(`${path}/unpublish`)).code, "invalid_state");
  assert.equal((await operator.post(`${path}/publish`)).json<Page>().status, "published");
  assert.equal(problemOf(await operator.post(`${path}/publish`)).code, "invalid_state");
  assert.equal((await operator.post(`${path}/unpublish`)).json<Page>().status, "draft");
  await operator.post(`${path}/publish`);
  await operator.delete(path);
  const types = (await outboxOf(operator.site)).map(({ type }) => type).filter((type) => type.startsWith("page."));
  const expectedTypes = ["published", "unpublished"].map((name) => `page.${name}`);
  assert.deepEqual(types, [...expectedTypes, ...expectedTypes]);
  const actions = (await auditOf(operator.site)).filter(({ resourceId }) => resourceId === page.id);
  assert.deepEqual(
    actions.map(({ action }) => action),
    ["createPage", "updatePage", "publishPage", "unpublishPage", "publishPage", "deletePage"],
  );
});

void test("Pages are listed without content, with filters", async () => {
  const operator = await anOperator(scopes);
  const about = await aPage(operator);
  await aPage(operator, { path: "/tour", title: "Tour", page_type: "static_site", body_markdown: undefined });
  await aPage(operator, { path: "/zh", title: "關於我們", locale: "zh-TW" });
  await operator.post(`/pages/${about.id}/publish`);
  assert.deepEqual(await pathsOf(operator), ["/zh", "/tour", "/about"]);
  assert.deepEqual(await pathsOf(operator, "sort=path"), ["/about", "/tour", "/zh"]);
  assert.deepEqual(await pathsOf(operator, "status=published"), ["/about"]);
  assert.deepEqual(await pathsOf(operator, "page_type=static_site"), ["/tour"]);
  assert.deepEqual(await pathsOf(operator, "locale=zh-TW"), ["/zh"]);
  assert.deepEqual(await pathsOf(operator, `q=${encodeURIComponent("關於")}`), ["/zh"]);
  const { data } = (await operator.get("/pages")).json<{ data: Json[] }>();
  assert.ok(data.every((page) => !("blocks" in page) && !("body_html" in page) && !("body_markdown" in page)));
});

void test("A change based on a stale version is rejected", async () => {
  const operator = await anOperator(scopes);
  const page = await aPage(operator);
  const etag = String((await operator.get(`/pages/${page.id}`)).headers["etag"]);
  await operator.patch(`/pages/${page.id}`, { title: "One" });
  const stale = await operator.patch(`/pages/${page.id}`, { title: "Two" }, { "if-match": etag });
  assert.deepEqual([stale.statusCode, problemOf(stale).code], [412, "etag_mismatch"]);
});

void test("Redirects lead from old paths to one target each", async () => {
  const operator = await anOperator(scopes);
  const make = (fields: Json) => operator.post("/redirects", { from: "/old/about.html", to: "/about", ...fields });
  const redirect = (await make({})).json<Page & Json>();
  assert.deepEqual(
    [redirect["object"], redirect["from"], redirect["to"], redirect["status"]],
    ["redirect", "/old/about.html", "/about", 301],
  );
  assert.deepEqual(problemOf(await make({})).code, "already_exists");
  const refused = async (fields: Json) => problemOf(await make({ from: "/x", ...fields })).pointers;
  assert.deepEqual(await refused({ to: "javascript:alert(1)" }), ["/to"]);
  assert.deepEqual(await refused({ to: "/x" }), ["/to"]);
  assert.deepEqual(await refused({ to: "https://x.example/", status: 200 }), ["/status"]);
  for (const from of ["x", "//x.example", "/a?b", "/admin", "/"])
    assert.deepEqual(await refused({ from }), ["/from"], from);
  assert.equal((await make({ from: "/shop", to: "https://shop.example/", status: 308 })).statusCode, 201);
  assert.equal((await operator.delete(`/redirects/${redirect.id}`)).statusCode, 204);
  const { data } = (await operator.get("/redirects")).json<{ data: Json[] }>();
  assert.deepEqual(
    data.map(({ from }) => from),
    ["/shop"],
  );
  assert.equal((await make({})).statusCode, 201, "The path is free again.");
});

const showing = (...files: string[]) => ({
  blocks: files.map((file_id) => ({ kind: "image", file_id, alt: "A boat" })),
});

void test("A page can contain only existing, public pictures", async () => {
  const operator = await anOperator(`${scopes} storage:read storage:write`);
  const [kept, gone] = [await aPicture(operator), await aPicture(operator)];
  const hidden = await aPicture(operator, "private");
  assert.equal((await operator.delete(`/files/${gone}`)).statusCode, 204);
  const page = await aPage(operator, { body_markdown: undefined, ...showing(kept) });
  for (const [file, code] of [
    [gone, "not_found"],
    [hidden, "not_public"],
  ] as const) {
    const changed = await operator.patch(`/pages/${page.id}`, showing(kept, file));
    const { errors } = changed.json<{ errors: { pointer: string; code: string }[] }>();
    assert.deepEqual(
      [changed.statusCode, errors.map((error) => [error.pointer, error.code])],
      [422, [["/blocks/1/file_id", code]]],
    );
    const made = await operator.post("/pages", { title: "Other", path: "/other", ...showing(file) });
    assert.deepEqual(problemOf(made).pointers, ["/blocks/0/file_id"]);
  }
  assert.equal((await operator.patch(`/pages/${page.id}`, showing(kept, kept))).statusCode, 200);
});
