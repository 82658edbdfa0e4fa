import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { Webhook } from "standardwebhooks";
import { isLecternError } from "../../../packages/sdk/src/errors.ts";
import { refreshingToken } from "../../../packages/sdk/src/oauth.ts";
import { itemsOf, type Page } from "../../../packages/sdk/src/pages.ts";
import { apiResponseOf } from "../../../packages/sdk/src/responses.ts";
import { createTransport } from "../../../packages/sdk/src/transport.ts";
import { verifySigned, WebhookSignatureError } from "../../../packages/sdk/src/verify-webhook.ts";
import { root } from "../../support/data/source-tree.ts";
import { aLiveSite } from "../../support/worlds/live-site.ts";
import { make } from "../support/make.ts";
import { operatorOf } from "../support/operator.ts";

interface Named {
  id: string;
  name: string;
}

void test("The transport of the SDK authenticates, throws errors with their code and reads all pages", async (t) => {
  const live = await aLiveSite();
  t.after(() => live.close());
  const operator = await operatorOf(live.site, "courses:read courses:write");
  for (const name of ["Knots", "Charts", "Tides"]) await make(operator, "/courses", { name });
  const transport = createTransport({ token: operator.bearer });
  const courses = `${live.origin}/api/v1/courses`;

  const names: string[] = [];
  const readPage = async (cursor?: string) => {
    const query = new URLSearchParams({ limit: "2", sort: "name", ...(cursor !== undefined && { cursor }) });
    return (await (await transport(`${courses}?${query.toString()}`)).json()) as Page<Named>;
  };
  for await (const { name } of itemsOf(readPage)) names.push(name);
  assert.deepEqual(names, ["Charts", "Knots", "Tides"]);

  await assert.rejects(transport(`${courses}/none`), (error) => {
    assert.ok(isLecternError(error, "not_found"));
    assert.equal(error.status, 404);
    assert.match(String(error.requestId), /./);
    return true;
  });
  const body = JSON.stringify({ nmae: "Knots" });
  const headers = { "content-type": "application/json" };
  await assert.rejects(transport(courses, { method: "POST", headers, body }), (error) => {
    assert.ok(isLecternError(error, "unknown_field"));
    assert.deepEqual(error.errors[0]?.pointer, "/nmae");
    return true;
  });
});

void test("An error says how the person has to sign in, and the token is not refreshed in vain", async (t) => {
  const live = await aLiveSite({ apiStepUp: "two-factors" });
  t.after(() => live.close());
  const { bearer, member } = await operatorOf(live.site, "members:write");
  const expired: boolean[] = [];
  const transport = createTransport({
    token({ isExpired }) {
      expired.push(isExpired);
      return bearer;
    },
  });
  const request = {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ roles: ["owner"] }),
  };
  await assert.rejects(transport(`${live.origin}/api/v1/members/${member.sub}/roles`, request), (error) => {
    assert.ok(isLecternError(error, "insufficient_user_authentication"));
    assert.deepEqual(error.stepUp, { acr_values: "urn:lectern:acr:two-factors", max_age: "3600" });
    return true;
  });
  assert.deepEqual(expired, [false]);
});

void test("A POST whose answer was lost is repeated with the same key and takes effect once", async (t) => {
  const live = await aLiveSite();
  t.after(() => live.close());
  const operator = await operatorOf(live.site, "courses:read courses:write");
  const keys: (string | null)[] = [];
  const transport = createTransport({
    token: operator.bearer,
    async fetch(input, init) {
      const request = new Request(input, init);
      keys.push(request.headers.get("idempotency-key"));
      const response = await fetch(request);
      if (keys.length === 1) throw new TypeError("The connection was closed.");
      return response;
    },
  });
  const body = JSON.stringify({ name: "Knots" });
  const headers = { "content-type": "application/json" };
  const response = await transport(`${live.origin}/api/v1/courses`, { method: "POST", headers, body });
  assert.equal(response.status, 201);
  assert.equal(response.headers.get("idempotency-replayed"), "true");
  assert.equal(keys[0], keys[1]);
  const { data } = (await operator.get("/courses")).json<{ data: unknown[] }>();
  assert.equal(data.length, 1);
});

void test("The transport waits as long as Retry-After says, and not longer than allowed", async () => {
  let requests = 0;
  const busy = (seconds: string) => async () => {
    requests += 1;
    const status = requests === 1 ? 429 : 200;
    return new Response("{}", { status, headers: { "retry-after": seconds } });
  };
  const retried = createTransport({ token: "t", fetch: busy("0") });
  assert.equal((await retried("https://learn.school.example/")).status, 200);
  requests = 0;
  const refused = createTransport({ token: "t", fetch: busy("61") });
  await assert.rejects(refused("https://learn.school.example/"), { name: "LecternError", status: 429 });
});

void test("An expired access token is refreshed once for concurrent requests", async (t) => {
  const live = await aLiveSite();
  t.after(() => live.close());
  const { site } = live;
  const member = await site.member({ roles: ["owner"] });
  const client = await site.operatorClient({ audience: "operator" });
  const tokens = await site.connect(client, member, "courses:read");
  const stored: string[] = [];
  const token = refreshingToken({
    origin: live.origin,
    clientId: client.clientId,
    accessToken: "expired",
    refreshToken: tokens.refresh_token,
    onRefresh: (refreshToken) => void stored.push(refreshToken),
  });
  const transport = createTransport({ token });
  const responses = await Promise.all([1, 2, 3].map(() => transport(`${live.origin}/api/v1/courses`)));
  assert.deepEqual(
    responses.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal(stored.length, 1);
  assert.notEqual(stored[0], tokens.refresh_token);
});

void test("A token that was refreshed is not refreshed again for a retry after another error", async () => {
  const statuses = [401, 503, 200];
  const refreshed: boolean[] = [];
  const transport = createTransport({
    token({ isExpired }) {
      refreshed.push(isExpired);
      return "t";
    },
    fetch: async () => new Response("{}", { status: statuses.shift()!, headers: { "retry-after": "0" } }),
  });
  assert.equal((await transport("https://learn.school.example/")).status, 200);
  assert.deepEqual(refreshed, [false, true, false]);
});

void test("A DELETE whose answer was lost succeeds when it is repeated, and one that finds nothing fails", async (t) => {
  const live = await aLiveSite();
  t.after(() => live.close());
  const operator = await operatorOf(live.site, "courses:read courses:write");
  const { id } = await make(operator, "/courses", { name: "Knots" });
  const course = `${live.origin}/api/v1/courses/${id}`;
  const statuses: number[] = [];
  const transport = createTransport({
    token: operator.bearer,
    async fetch(input, init) {
      const response = await fetch(input, init);
      statuses.push(response.status);
      if (statuses.length === 1) throw new TypeError("The connection was closed.");
      return response;
    },
  });
  assert.equal((await transport(course, { method: "DELETE" })).status, 204);
  assert.deepEqual(statuses, [204, 404]);
  await assert.rejects(transport(course, { method: "DELETE" }), (error) => isLecternError(error, "not_found"));
});

void test("A response that breaks off is requested again", async () => {
  const bodies = [broken(), '{"name": "Knots"}'];
  const transport = createTransport({
    token: "t",
    fetch: async () => new Response(bodies.shift(), { headers: { "content-type": "application/json" } }),
  });
  assert.deepEqual(await (await transport("https://learn.school.example/")).json(), { name: "Knots" });
});

void test("A request without a response ends after the time limit, and names the program and the SDK", async () => {
  const agents: (string | null)[] = [];
  const transport = createTransport({
    token: "t",
    timeoutMs: 20,
    maxRetries: 0,
    userAgent: "shop/1.4",
    fetch: async (input, init) => {
      const { headers, signal } = new Request(input, init);
      agents.push(headers.get("user-agent"));
      return new Promise((_resolve, reject) => {
        // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- The reason of the signal, as fetch does.
        signal.addEventListener("abort", () => reject(signal.reason));
      });
    },
  });
  await assert.rejects(transport("https://learn.school.example/"), { name: "TimeoutError" });
  const { version: published } = JSON.parse(readFileSync(path.join(root, "packages/sdk/package.json"), "utf8")) as {
    version: string;
  };
  assert.deepEqual(agents, [`shop/1.4 lectern-sdk/${published}`]);
  const canceled = transport("https://learn.school.example/", { signal: AbortSignal.abort() });
  await assert.rejects(canceled, { name: "AbortError" });
});

void test("A write with an old ETag, or with an empty one, changes nothing", async (t) => {
  const live = await aLiveSite();
  t.after(() => live.close());
  const operator = await operatorOf(live.site, "courses:read courses:write curriculum:read curriculum:write");
  const { id } = await make(operator, "/courses", { name: "Knots" });
  const transport = createTransport({ token: operator.bearer });
  const curriculum = `${live.origin}/api/v1/courses/${id}/curriculum`;
  const read = await transport(curriculum);
  const { etag } = apiResponseOf(await read.json(), read);
  const replace = (title: string, ifMatch: string) =>
    transport(curriculum, {
      method: "PUT",
      headers: { "content-type": "application/json", "if-match": ifMatch },
      body: JSON.stringify({ sections: [{ title, lectures: [] }] }),
    });
  assert.equal((await replace("Start", etag)).status, 200);
  await assert.rejects(replace("Late", etag), (error) => isLecternError(error, "etag_mismatch"));
  const { etag: absent } = apiResponseOf({}, new Response("{}"));
  await assert.rejects(replace("Blind", absent), (error) => isLecternError(error, "invalid_request"));
  const { sections } = (await (await transport(curriculum)).json()) as { sections: { title: string }[] };
  assert.deepEqual(
    sections.map(({ title }) => title),
    ["Start"],
  );
});

void test("A verification accepts deliveries that Standard Webhooks signs, and no others", async () => {
  const secret = `whsec_${Buffer.from("a secret of thirty-two bytes....").toString("base64")}`;
  const body = JSON.stringify({ id: "evt_1", type: "course.created", data: { object: { name: "Knots" } } });
  const now = new Date();
  const signature = new Webhook(secret).sign("evt_1", now, body);
  const headers = {
    "webhook-id": "evt_1",
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": `v1,${Buffer.alloc(32).toString("base64")} ${signature}`,
  };
  assert.equal(
    (await verifySigned<{ id: string; type: string }>(body, headers, secret, { now })).type,
    "course.created",
  );
  assert.equal(
    (await verifySigned<{ id: string; type: string }>(body, new Headers(headers), secret, { now })).id,
    "evt_1",
  );
  const late = new Date(now.getTime() + 301_000);
  for (const [wrongBody, wrongHeaders, options] of [
    [`${body} `, headers, { now }],
    [body, { ...headers, "webhook-id": "evt_2" }, { now }],
    [body, { ...headers, "webhook-signature": "v1,%%%" }, { now }],
    [body, { "webhook-id": "evt_1" }, { now }],
    [body, headers, { now: late }],
  ] as const) {
    await assert.rejects(
      verifySigned<{ id: string; type: string }>(wrongBody, wrongHeaders, secret, options),
      WebhookSignatureError,
    );
  }
});

/** The body of a response that breaks off. */
const broken = () =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"name": "Kn'));
      controller.error(new TypeError("The connection was closed."));
    },
  });
