import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import { aRemoteDatabase, type RemoteDatabase } from "../support/databases/remote-database.ts";
import { aSite, type ASite } from "../support/world.ts";

type Format = (response: LightMyRequestResponse, origin: string) => void;

const oauth: Format = (response, origin) => {
  assertType(response, "application/json");
  const { error, error_uri: page } = response.json<{ error: string; error_uri: string }>();
  assert.deepEqual([error, page], ["temporarily_unavailable", `${origin}/docs/errors/temporarily_unavailable`]);
};
const problem: Format = (response, origin) => {
  assertType(response, "application/problem+json");
  const { type, code, status } = response.json<{ type: string; code: string; status: number }>();
  assert.deepEqual([type, code, status], [`${origin}/docs/errors/database_unavailable`, "database_unavailable", 503]);
};
const graphql: Format = (response) => {
  const { errors } = response.json<{ errors: { extensions: { code: string; retryAfterSeconds: number } }[] }>();
  assert.deepEqual([errors[0]?.extensions.code, errors[0]?.extensions.retryAfterSeconds], ["UNAVAILABLE", 5]);
};
const rpc: Format = (response) => {
  assertType(response, "application/json");
  const { jsonrpc, error } = response.json<{ jsonrpc: string; error: { code: number; data: object } }>();
  assert.deepEqual([jsonrpc, error.code, error.data], ["2.0", 503, { code: "database_unavailable", retryAfter: 5 }]);
};
const page: Format = (response) => {
  assertType(response, "text/html");
  assert.match(response.body, /<html lang="zh-TW"[^]*暫時無法回應/);
};
const text: Format = (response) => {
  assertType(response, "text/plain");
  assert.match(response.body, /^The database is unavailable\./);
};

const addresses: readonly [method: "GET" | "POST", path: string, format: Format][] = [
  ["POST", "/api/oauth/token", oauth],
  ["POST", "/api/oauth/revoke", oauth],
  ["POST", "/api/oauth/introspect", oauth],
  ["POST", "/api/oauth/register", oauth],
  ["GET", "/api/oauth/userinfo", oauth],
  ["GET", "/api/oauth/jwks", oauth],
  ["GET", "/.well-known/oauth-authorization-server", oauth],
  ["GET", "/.well-known/openid-configuration", oauth],
  ["GET", "/api/v1/courses", problem],
  ["POST", "/api/v1/courses", problem],
  ["GET", "/api/v1/unknown", problem],
  ["POST", "/payments/stripe/events", problem],
  ["POST", "/member/graphql", graphql],
  ["POST", "/mcp", rpc],
  ["POST", "/mcp/readonly", rpc],
  ["GET", "/api/oauth/authorize", page],
  ["GET", "/sign-in", page],
  ["GET", "/", page],
  ["GET", "/courses", page],
  ["GET", "/own-page-of-the-school", page],
  ["GET", "/learn", page],
  ["GET", "/admin", page],
  ["GET", "/account", page],
  ["GET", "/docs", page],
  ["GET", "/pricing.md", text],
  ["GET", "/llms.txt", text],
];

void describe("A process that has not looked up the site yet, without the database", () => {
  let remote: RemoteDatabase;
  let site: ASite;
  before(async () => {
    remote = await aRemoteDatabase(500);
    site = remote.at(await aSite());
    await remote.proxy.cut();
  });
  after(() => remote.close());

  /** Requests of a script elsewhere, or of a browser. */
  const ask = async (method: "GET" | "POST", path: string, format: Format) =>
    site.request(method, path, {
      headers:
        format === page
          ? { accept: "text/html,*/*;q=0.8", "accept-language": "zh-TW" }
          : { origin: "https://app.example" },
    });

  void test("responds at each address in the format of its surface, with 503 and Retry-After", async () => {
    const wrong: string[] = [];
    for (const [method, path, format] of addresses) {
      const response = await ask(method, path, format);
      const { statusCode, headers, body } = response;
      try {
        assert.equal(statusCode, 503);
        assert.equal(headers["retry-after"], "5");
        assert.equal(headers["cache-control"], "no-store");
        assert.doesNotMatch(body, /ECONN|postgres|select |timeout|node_modules/i);
        format(response, `http://${site.host}`);
      } catch (error) {
        wrong.push(`${method} ${path}: ${(error as Error).message} ${body.slice(0, 200)}`);
      }
    }
    assert.deepEqual(wrong, []);
  });

  void test("lets scripts of other origins read the response of interfaces without cookies", async () => {
    for (const path of ["/api/v1/courses", "/.well-known/oauth-authorization-server", "/llms.txt"]) {
      assert.equal((await ask("GET", path, text)).headers["access-control-allow-origin"], "*", path);
    }
    assert.equal((await ask("POST", "/mcp", rpc)).headers["access-control-allow-origin"], "*");
    assert.equal((await ask("GET", "/account", text)).headers["access-control-allow-origin"], undefined);
  });

  void test("responds with 404 to a host that no site can have", async () => {
    const response = await site.get("/api/v1/courses", { headers: { host: "no host" } });
    assert.equal(response.statusCode, 404);
  });

  void test("serves the site as soon as the database is back", async () => {
    await remote.proxy.restore();
    assert.equal((await site.get("/.well-known/oauth-authorization-server")).statusCode, 200);
  });
});

const assertType = ({ headers }: LightMyRequestResponse, type: string) =>
  assert.equal(String(headers["content-type"]).split(";")[0], type);
