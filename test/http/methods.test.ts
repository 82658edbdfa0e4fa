import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { scopeNames } from "#access/scopes.ts";
import { aDirectory } from "../support/worlds/directory.ts";
import { routesOfTheRouter } from "../support/worlds/routes.ts";
import { sampled } from "../support/thorough.ts";
import { aSite, type ASite } from "../support/world.ts";

type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE" | "OPTIONS";

const order: Method[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
const wrongOnes: Method[] = ["DELETE", "PATCH", "PUT", "POST"];

let routes: { method: Method; pattern: string }[];
let site: ASite;
let bearer: string;
let directory: string;

before(async () => {
  routes = (await routesOfTheRouter()).map((route) => {
    const [method, pattern] = route.split(" ") as [Method, string];
    return { method, pattern };
  });
  site = await aSite();
  const operator = await site.member({ roles: ["owner"] });
  const scopes = scopeNames.filter((name) => !name.startsWith("account:"));
  bearer = (await site.connect(await site.register(), operator, scopes.join(" "))).access_token;
  ({ key: directory } = await aDirectory(site));
});

const addressOf = (pattern: string) => pattern.replaceAll(/:\w+/g, "some-thing").replace("*", "some/thing");

/** Methods of the routes that match an address. */
function methodsAt(address: string): Method[] {
  const fits = (pattern: string) => {
    const [parts, patternParts] = [address.split("/"), pattern.split("/")];
    const isRest = patternParts.at(-1) === "*";
    if (isRest ? parts.length < patternParts.length : parts.length !== patternParts.length) return false;
    return patternParts.every((part, index) => {
      if (part === "*") return true;
      const [, suffix] = /^:\w+(.*)$/.exec(part) ?? [];
      return suffix === undefined ? part === parts[index] : parts[index]!.endsWith(suffix);
    });
  };
  const found = new Set(routes.filter(({ pattern }) => fits(pattern)).map(({ method }) => method));
  if (found.has("GET")) found.add("HEAD");
  if (found.size > 0) found.add("OPTIONS");
  return order.filter((method) => found.has(method));
}

void describe("Every known address", () => {
  void test("rejects an unsupported method with 405 and lists the allowed ones", async () => {
    const patterns = new Set(routes.map(({ pattern }) => pattern));
    assert.ok(patterns.size > 250);
    for (const pattern of patterns) {
      const address = addressOf(pattern);
      const allowed = methodsAt(address);
      const wrong = wrongOnes.find((method) => !allowed.includes(method));
      if (wrong === undefined || wrong === "HEAD") continue;
      const isScim = address.startsWith("/scim/v2/");
      const response = await site.request(wrong, address, { bearer: isScim ? directory : bearer });
      const requested = `${wrong} ${address}`;
      assert.equal(response.statusCode, 405, `${requested}: ${response.body}`);
      assert.equal(response.headers["allow"], allowed.join(", "), requested);
      if (isScim) {
        // RFC 7644 §3.12.
        assert.equal(response.json<{ status: string }>().status, "405", requested);
        continue;
      }
      const page = `${site.origin}/docs/errors/method_not_allowed`;
      const isApi = address.startsWith("/api/v1/");
      const error = response.json<{ type?: string; error_uri?: string; error?: string; code?: string }>();
      assert.equal(isApi ? error.type : error.error_uri, page, requested);
      assert.equal(isApi ? error.code : error.error, "method_not_allowed");
      const type = String(response.headers["content-type"]);
      assert.match(type, isApi ? /^application\/problem\+json/ : /^application\/json/, requested);
    }
  });

  void test("responds to HEAD as to GET, without a body", async () => {
    for (const { method, pattern } of sampled(routes, 6)) {
      if (method !== "GET") continue;
      const address = addressOf(pattern);
      const [full, bare] = [await site.get(address, { bearer }), await site.request("HEAD", address, { bearer })];
      assert.equal(bare.statusCode, full.statusCode, address);
      assert.equal(bare.headers["content-type"], full.headers["content-type"], address);
      assert.equal(bare.body, "", address);
    }
  });

  void test("responds to OPTIONS with its methods, if cross-origin scripts can call it", async () => {
    for (const address of ["/api/v1/courses/x/plans", "/api/oauth/token", "/api/oauth/jwks", "/mcp", "/openapi.json"]) {
      const response = await site.request("OPTIONS", address);
      assert.equal(response.statusCode, 204, address);
      assert.equal(response.headers["allow"], methodsAt(address).join(", "), address);
    }
  });

  void test("rejects an unsupported method in the same way if its path is percent-encoded", async () => {
    for (const [encoded, address] of [
      ["/courses/%E5%A4%9C%E7%A9%BA", "/courses/some-thing"],
      ["/%63ourses/some-thing", "/courses/some-thing"],
      ["/sign%2Din", "/sign-in"],
      ["/%61pi/oauth/token", "/api/oauth/token"],
      ["/%6Dcp", "/mcp"],
      ["/mc%70/readonly", "/mcp/readonly"],
      ["/api/v%31/courses/x", "/api/v1/courses/x"],
      ["/api/v1/%63ourses/x", "/api/v1/courses/x"],
      ["/api/v1/courses/by_external_id/lms%2F7", "/api/v1/courses/by_external_id/x"],
      ["/member/%67raphql", "/member/graphql"],
    ] as const) {
      for (const method of ["PROPFIND", "TRACE", "DELETE"] as const) {
        if (method === "DELETE" && methodsAt(address).includes(method)) continue;
        const response = await site.request(method, encoded, { bearer });
        assert.equal(response.statusCode, 405, `${method} ${encoded}: ${response.body}`);
        assert.equal(response.headers["allow"], methodsAt(address).join(", "), encoded);
      }
    }
    assert.equal((await site.request("PROPFIND", "/%E0%A4%A", { bearer })).statusCode, 400);
  });

  void test("rejects an unknown method in the same way", async () => {
    for (const [address, status] of [
      ["/", 405],
      ["/sign-in", 405],
      ["/courses/some-thing", 405],
      ["/api/oauth/token", 405],
      ["/mcp", 405],
      ["/api/v1/courses/x", 405],
      ["/nowhere/at/all", 404],
    ] as const) {
      const response = await site.request("PROPFIND", address, { bearer });
      assert.equal(response.statusCode, status, address);
      assert.equal(response.headers["allow"], status === 404 ? undefined : methodsAt(address).join(", "), address);
      const error = response.json<{ type?: string; error_uri?: string }>();
      const code = status === 404 ? "not_found" : "method_not_allowed";
      assert.equal(error.type ?? error.error_uri, `${site.origin}/docs/errors/${code}`, address);
    }
  });
});
