import assert from "node:assert/strict";
import { test } from "node:test";
import { insertLecture, insertSection } from "#domain/catalog/curriculum/queries.ts";
import { insertCourse } from "#domain/catalog/courses/queries.ts";
import { newId } from "#domain/platform/ids.ts";
import { database as db } from "../support/databases/database.ts";
import { now } from "../support/clock.ts";
import { aSite, type ASite } from "../support/world.ts";

type Json = Record<string, unknown>;
interface Answer {
  result: Json & { content: { text: string }[]; structuredContent: Json; tools: { name: string }[]; isError?: boolean };
  error: { code: number; message: string; data: Json };
}

const modern = "2026-07-28";
const meta = {
  "io.modelcontextprotocol/protocolVersion": modern,
  "io.modelcontextprotocol/clientCapabilities": {},
};

const legacy = (site: ASite, method: string, params: Json = {}, bearer?: string) =>
  site.post("/mcp", { jsonrpc: "2.0", id: 1, method, params }, { bearer });

function inModern(site: ASite, method: string, params: Json = {}, headers: Record<string, string | undefined> = {}) {
  const complete: Record<string, string> = { "mcp-protocol-version": modern, "mcp-method": method };
  if (typeof params["name"] === "string") complete["mcp-name"] = params["name"];
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined) delete complete[name];
    else complete[name] = value;
  }
  const payload = { jsonrpc: "2.0", id: "a", method, params: { _meta: meta, ...params } };
  return site.post("/mcp", payload, { headers: complete });
}

/** A site with one published course whose first lecture is a free preview. */
async function aSchool() {
  const site = await aSite();
  const [courseId, sectionId, lectureId] = [newId(), newId(), newId()];
  const course = { id: courseId, slug: "night-sky", name: "Reading the night sky", descriptionMarkdown: "Stars." };
  await insertCourse(site.context(), { ...course, status: "published", publishedAt: now() }, now());
  await insertCourse(site.context(), { id: newId(), slug: "draft", name: "A draft about stars" }, now());
  const scope = { db, site: site.site };
  await insertSection(scope, { id: sectionId, courseId, title: "One", position: 0 }, now());
  const lecture = {
    id: lectureId,
    courseId,
    sectionId,
    title: "First",
    position: 0,
    kind: "text",
    isPreview: true,
  } as const;
  await insertLecture(scope, { ...lecture, bodyMarkdown: "Look up.", status: "published" }, now());
  return site;
}

void test("An error repeats only the beginning of a long name", async () => {
  const site = await aSite();
  const long = "x".repeat(5000);
  const { body: ofTool } = await legacy(site, "tools/call", { name: long });
  const { body: ofMethod } = await legacy(site, long);
  const { body: ofHeader } = await inModern(site, "tools/call", { name: long }, { "mcp-name": "search" });
  for (const body of [ofTool, ofMethod, ofHeader]) assert.ok(body.includes("xxx") && body.length < 400, body);
});

void test("Both protocol eras share one address: initialize with its versions, server/discover with the newer one", async () => {
  const site = await aSite();
  for (const version of ["2025-11-25", "2025-06-18", "2025-03-26"]) {
    const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: "x", version: "1" } };
    const { result } = (await legacy(site, "initialize", params)).json<Answer>();
    assert.equal(result["protocolVersion"], version);
  }
  const unknown = (
    await legacy(site, "initialize", { protocolVersion: "2024-01-01", capabilities: {} })
  ).json<Answer>();
  assert.equal(unknown.result["protocolVersion"], "2025-11-25");
  const { result } = (await inModern(site, "server/discover")).json<Answer>();
  assert.deepEqual(
    [result["resultType"], result["supportedVersions"], result["cacheScope"]],
    ["complete", [modern], "public"],
  );
});

void test("The public tools need no token and reveal only public data", async () => {
  const site = await aSchool();
  const listed = (await legacy(site, "tools/list")).json<Answer>().result.tools.map(({ name }) => name);
  assert.ok(listed.includes("search") && listed.includes("sign_in"));
  assert.ok(!listed.some((name) => name.startsWith("admin_") || name === "create_course"));
  const call = async (name: string, args: Json) => {
    const { result } = (await legacy(site, "tools/call", { name, arguments: args })).json<Answer>();
    assert.deepEqual(JSON.parse(result.content[0]!.text), result.structuredContent, name);
    return result.structuredContent;
  };
  const { data } = (await call("list_courses", {})) as { data: { name: string; id: string }[] };
  assert.deepEqual(
    data.map(({ name }) => name),
    ["Reading the night sky"],
  );
  const { results } = (await call("search", { query: "star" })) as { results: { id: string }[] };
  assert.deepEqual(
    results.map(({ id }) => id),
    [data[0]!.id],
  );
  assert.match(String((await call("fetch", { id: data[0]!.id }))["text"]), /Stars\./);
  const { sections } = (await call("get_course_outline", { course: "night-sky" })) as {
    sections: { lectures: { id: string }[] }[];
  };
  const preview = await call("get_preview_lecture", { lecture_id: sections[0]!.lectures[0]!.id });
  assert.equal(preview["body_markdown"], "Look up.");
});

void test("An invalid call returns a result that says how to fix it", async () => {
  const site = await aSchool();
  const failure = async (name: string, args: Json) => {
    const { result } = (await legacy(site, "tools/call", { name, arguments: args })).json<Answer>();
    assert.equal(result.isError, true);
    return JSON.parse(result.content[0]!.text) as { code: string; message: string; errors: { pointer: string }[] };
  };
  assert.equal((await failure("get_course", { course: "draft" })).code, "not_found");
  const unknown = await failure("list_courses", { langage: "en" });
  assert.deepEqual([unknown.code, unknown.errors[0]!.pointer], ["unknown_field", "/langage"]);
  assert.match(unknown.message, /language/);
  assert.equal((await failure("list_courses", { limit: 1000 })).errors[0]!.pointer, "/limit");
});

void test("A protected tool answers an anonymous caller with a challenge from which a host can request its scope", async () => {
  const site = await aSchool();
  const response = await legacy(site, "tools/call", { name: "create_course", arguments: { name: "x" } });
  assert.equal(response.statusCode, 401);
  const challenge = String(response.headers["www-authenticate"]);
  assert.match(
    challenge,
    /error="invalid_token".*resource_metadata=".*oauth-protected-resource\/mcp".*scope="courses:write"/,
  );
  const signIn = await legacy(site, "tools/call", { name: "sign_in", arguments: {} });
  assert.equal(signIn.statusCode, 401);
  assert.match(String(signIn.headers["www-authenticate"]), /scope="openid profile email"/);
  const missing = (await legacy(site, "tools/call", { name: "no_such_tool" })).json<Answer>();
  assert.equal(missing.error.code, -32_602);
});

void test("A token unlocks the tools of its scopes; a missing scope is 403 with all required scopes", async () => {
  const site = await aSchool();
  const client = await site.operatorClient({ audience: "operator" });
  const owner = await site.member({ roles: ["owner"] });
  const { access_token: bearer } = await site.connect(client, owner, "openid courses:read");
  const { tools } = (await legacy(site, "tools/list", {}, bearer)).json<Answer>().result;
  const listed = new Set(tools.map(({ name }) => name));
  assert.ok(listed.has("admin_list_courses") && !listed.has("create_course"));
  const all = (await legacy(site, "tools/call", { name: "admin_list_courses", arguments: {} }, bearer)).json<Answer>();
  assert.equal((all.result.structuredContent["data"] as object[]).length, 2);
  const refused = await legacy(site, "tools/call", { name: "create_course", arguments: { name: "x" } }, bearer);
  assert.equal(refused.statusCode, 403);
  assert.match(
    String(refused.headers["www-authenticate"]),
    /insufficient_scope.*scope="openid courses:read courses:write"/,
  );
  const stepUp = await legacy(
    site,
    "tools/call",
    { name: "sign_in", arguments: { scopes: ["courses:write"] } },
    bearer,
  );
  assert.equal(stepUp.statusCode, 403);
  assert.equal((await legacy(site, "tools/list", {}, "lat_nonsense")).statusCode, 401);
});

void test("A write supports dry runs, and takes effect once per idempotency key", async () => {
  const site = await aSite();
  const client = await site.operatorClient({ audience: "operator" });
  const owner = await site.member({ roles: ["owner"] });
  const { access_token: bearer } = await site.connect(client, owner, "courses:read courses:write");
  const call = async (name: string, args: Json) =>
    (await legacy(site, "tools/call", { name, arguments: args }, bearer)).json<Answer>().result.structuredContent;
  assert.equal((await call("create_course", { name: "Knots", dry_run: true }))["dry_run"], true);
  const first = await call("create_course", { name: "Knots", idempotency_key: "k" });
  assert.deepEqual(await call("create_course", { name: "Knots", idempotency_key: "k" }), first);
  assert.equal(((await call("admin_list_courses", {}))["data"] as object[]).length, 1);
});

void test("In the newer era headers and body must agree, and unknown versions and methods have their own error codes", async () => {
  const site = await aSite();
  const codeOf = async (response: Awaited<ReturnType<typeof inModern>>) => {
    const { error } = response.json<Answer>();
    return [response.statusCode, error.code];
  };
  assert.deepEqual(
    await codeOf(await inModern(site, "tools/list", {}, { "mcp-method": "tools/call" })),
    [400, -32_020],
  );
  assert.deepEqual(await codeOf(await inModern(site, "tools/list", {}, { "mcp-method": undefined })), [400, -32_020]);
  assert.deepEqual(
    await codeOf(await inModern(site, "tools/call", { name: "search" }, { "mcp-name": "x" })),
    [400, -32_020],
  );
  assert.deepEqual(await codeOf(await inModern(site, "no/such")), [404, -32_601]);
  const future = await inModern(site, "tools/list", {}, { "mcp-protocol-version": "2031-01-01" });
  assert.deepEqual(await codeOf(future), [400, -32_020]);
  const without = await site.post(
    "/mcp",
    { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} },
    { headers: { "mcp-protocol-version": "2031-01-01" } },
  );
  assert.deepEqual(await codeOf(without), [400, -32_022]);
  assert.deepEqual((without.json<Answer>().error.data["supported"] as string[])[0], modern);
  const encoded = `=?base64?${Buffer.from("get_site_info").toString("base64")}?=`;
  assert.equal(
    (await inModern(site, "tools/call", { name: "get_site_info" }, { "mcp-name": encoded })).statusCode,
    200,
  );
});

void test("Invalid requests are rejected: batches, other JSON, no JSON, long IDs, other methods, pages of other origins", async () => {
  const site = await aSite();
  const send = (payload: string, headers: Record<string, string> = {}) =>
    site.request("POST", "/mcp", { payload, headers: { "content-type": "application/json", ...headers } });
  assert.equal((await send("[]")).json<Answer>().error.code, -32_600);
  assert.equal((await send("{}")).json<Answer>().error.code, -32_600);
  assert.equal((await send("{")).json<Answer>().error.code, -32_700);
  const withId = (length: number) => send(JSON.stringify({ jsonrpc: "2.0", id: "a".repeat(length), method: "ping" }));
  assert.match((await withId(1001)).json<Answer>().error.message, /`id` .* at most 1000 characters/);
  assert.equal((await withId(1000)).statusCode, 200);
  const ping = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
  assert.equal((await send(ping, { origin: "https://evil.example" })).statusCode, 403);
  assert.equal((await send(ping, { origin: "http://localhost:6274" })).statusCode, 200);
  assert.equal((await send(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }))).statusCode, 202);
  assert.equal((await site.get("/mcp")).statusCode, 405);
});

void test("Strict hosts find metadata whose resource is the address of the MCP server", async () => {
  const site = await aSite();
  const own = await site.get("/.well-known/oauth-protected-resource/mcp");
  const whole = await site.get("/.well-known/oauth-protected-resource");
  const { resource, ...same } = own.json<Record<string, unknown>>();
  assert.equal(resource, `${site.origin}/mcp`);
  assert.deepEqual(whole.json(), { ...same, resource: site.origin });
  assert.equal(own.headers["access-control-allow-origin"], "*");
  assert.equal((await site.get("/.well-known/oauth-protected-resource/mcp/full")).statusCode, 404);
});

void test("Only pages of the origins that the site allows can call it", async () => {
  const site = await aSite({ mcpAllowedOrigins: ["https://inspector.example", "https://app.example:8443"] });
  const ping = { jsonrpc: "2.0", id: 1, method: "ping" };
  const from = async (origin: string) => (await site.post("/mcp", ping, { headers: { origin } })).statusCode;
  for (const origin of ["https://inspector.example", "https://app.example:8443", site.origin]) {
    assert.equal(await from(origin), 200, origin);
  }
  for (const origin of [
    "http://inspector.example",
    "https://inspector.example:8443",
    "https://app.example",
    "https://x.inspector.example",
    "https://inspector.example.evil.example",
    "https://INSPECTOR.example",
    "null",
    "",
  ]) {
    assert.equal(await from(origin), 403, origin);
  }
  await site.set({ mcpAllowedOrigins: [] });
  assert.equal(await from("https://inspector.example"), 403);
});

void test("Calls are rate-limited per application, and per address without one; lists are not", async () => {
  const site = await aSite({ mcpRequestsPerMinute: 1, mcpAnonymousRequestsPerMinute: 2 });
  const call = () => legacy(site, "tools/call", { name: "get_site_info", arguments: {} });
  assert.deepEqual([(await call()).statusCode, (await call()).statusCode], [200, 200]);
  const refused = await call();
  assert.equal(refused.statusCode, 429);
  assert.match(String(refused.headers["retry-after"]), /^[1-9]\d?$/);
  assert.equal((await legacy(site, "tools/list")).statusCode, 200);
});
