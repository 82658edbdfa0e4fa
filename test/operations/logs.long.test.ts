import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { aDemoServer, type DemoServer } from "../support/worlds/demo-server.ts";
import { HttpVisitor } from "../support/browsers/http-visitor.ts";
import { stopwatch } from "../support/meters/stopwatch.ts";

interface Line {
  level: number;
  time: number;
  reqId?: string;
  msg?: string;
  method?: string;
  path?: string;
  status?: number;
}

const redirectUri = "http://127.0.0.1:43117/callback";

void describe("the log", () => {
  let demo: DemoServer;
  let origin: string;

  before(async () => {
    demo = await aDemoServer();
    // The first start prints the demo passwords on purpose; later output must not.
    await demo.process.stop();
    await demo.restart({ LECTERN_LOG_LEVEL: "trace" });
    ({ origin } = demo.site);
  });
  after(() => demo.close());

  const lines = () =>
    demo.process
      .stdout()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Line);

  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(new URL(path, origin), { method: "POST", headers, body: new URLSearchParams(form) });

  void test("is one JSON object per line, and has the request id of each response", async () => {
    const watch = stopwatch();
    const response = await fetch(`${origin}/docs/errors`, { headers: { accept: "text/html" } });
    const id = response.headers.get("x-request-id")!;
    assert.match(id, /^[\w-]{36}$/);
    await demo.process.written(new RegExp(id));
    const [line, ...others] = lines().filter(({ reqId }) => reqId === id);
    assert.deepEqual(others, []);
    assert.deepEqual(
      { method: line?.method, path: line?.path, status: line?.status },
      { method: "GET", path: "/docs/errors", status: 200 },
    );
    watch.assertSince(line!.time / 1000);
  });

  void test("keeps a valid request id, and replaces an invalid one", async () => {
    const kept = await fetch(`${origin}/healthz`, { headers: { "x-request-id": "proxy-7.42" } });
    assert.equal(kept.headers.get("x-request-id"), "proxy-7.42");
    await demo.process.written(/"proxy-7\.42"/);
    const hostile = `x"},{"level":60 ${"y".repeat(200)}`;
    const made = await fetch(`${origin}/healthz`, { headers: { "x-request-id": hostile } });
    assert.match(made.headers.get("x-request-id")!, /^[\w-]{36}$/);
    await demo.process.written(new RegExp(made.headers.get("x-request-id")!));
    assert.ok(!demo.process.stdout().includes("yyyy"));
  });

  void test("contains no password, code, token, cookie, secret or form token of a whole flow", async () => {
    const secrets = await wholeFlow();
    assert.ok(secrets.length > 25);
    assert.equal(await demo.process.stop(), 0);

    const written = `${demo.process.stdout()}\n${demo.process.stderr()}`;
    for (const secret of secrets) {
      assert.ok(secret.length >= 8, `${secret} is too short to search for`);
      assert.ok(!written.includes(secret), `The log contains ${secret}`);
      assert.ok(!written.includes(encodeURIComponent(secret)), `The log contains ${secret}, encoded`);
    }
    for (const path of ["/oauth/authorize", "/consent", "/sign-in", "/api/oauth/token", "/member/graphql"]) {
      assert.ok(
        lines().some((line) => line.path === path),
        `${path} was not logged`,
      );
    }
    assert.doesNotMatch(written, /\bl(at|rt|ac|cs|br|ss)_/);
  });

  /** All secrets of a full flow of a member and a program. */
  async function wholeFlow(): Promise<string[]> {
    const secrets: string[] = [];
    const keep = <Text extends string>(secret: Text): Text => {
      secrets.push(secret);
      return secret;
    };
    const visitor = new HttpVisitor(origin);
    const { email, password } = demo.site.members[0]!;
    await visitor.signIn(email, keep("wrong-password-of-somebody"));
    await visitor.signIn(email, keep(password));

    const registration = await fetch(`${origin}/api/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ redirect_uris: [redirectUri], token_endpoint_auth_method: "client_secret_post" }),
    });
    const registered = (await registration.json()) as { client_id: string; client_secret: string };
    const client = { client_id: registered.client_id, client_secret: keep(registered.client_secret) };
    const { code, verifier } = await visitor.allow(client.client_id, redirectUri, "openid email courses:read");
    const exchange = { grant_type: "authorization_code", redirect_uri: redirectUri, ...client };
    const sound = { code: keep(code), code_verifier: keep(verifier) };
    const tokens = (await (await post("/api/oauth/token", { ...exchange, ...sound })).json()) as Record<string, string>;
    keep(tokens["id_token"]!);
    const [access, refresh] = [keep(tokens["access_token"]!), keep(tokens["refresh_token"]!)];
    const bearer = { authorization: `Bearer ${access}` };

    // Valid requests, and the same secrets in wrong places.
    await fetch(`${origin}/api/oauth/userinfo`, { headers: bearer });
    await fetch(`${origin}/api/oauth/userinfo?access_token=${access}`);
    await fetch(`${origin}/nowhere/at/all?code=${code}&token=${refresh}`, { headers: { accept: "text/html" } });
    await fetch(`${origin}/oauth/authorize?client_id=${client.client_secret}&code_verifier=${verifier}`);
    const graphql = { ...bearer, "content-type": "application/json" };
    await fetch(`${origin}/member/graphql`, { method: "POST", headers: graphql, body: `{"query": "${access}` });
    await post("/api/oauth/introspect", { token: access, ...client });
    const second = await post("/api/oauth/token", { grant_type: "refresh_token", refresh_token: refresh, ...client });
    const refreshed = (await second.json()) as Record<string, string>;
    keep(refreshed["access_token"]!);
    await post("/api/oauth/revoke", { token: keep(refreshed["refresh_token"]!), ...client });
    await post("/api/oauth/token", { grant_type: "refresh_token", refresh_token: refresh, ...client });
    await post(
      "/api/oauth/token",
      { ...exchange, ...sound },
      { authorization: `Basic ${keep(btoa(client.client_secret))}` },
    );
    await post("/api/oauth/token", { ...exchange, ...sound, code_verifier: keep(`${"w".repeat(42)}!`) });
    await fetch(`${origin}/api/oauth/register`, {
      method: "POST",
      headers: graphql,
      body: `{"x":"${client.client_secret}`,
    });

    const { fields } = await visitor.form("/account");
    secrets.push(...visitor.cookies.values(), fields["csrf"]!);
    await visitor.request("/account/sessions/revoke-others", fields);
    await visitor.request("/account/applications/gra_0/revoke", fields);
    await visitor.request("/sign-in", { csrf: keep("forged-proof-of-nothing"), email, password });
    return [...secrets, ...demo.site.members.map((member) => member.password)].flatMap((secret) => [
      secret,
      Buffer.from(secret).toString("base64url"),
    ]);
  }
});
