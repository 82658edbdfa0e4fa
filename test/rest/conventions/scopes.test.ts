import assert from "node:assert/strict";
import { before, describe, test } from "node:test";
import { type Scope, scopeNames, scopes } from "#access/scopes.ts";
import type { Route } from "#operations/route.ts";
import { prefix } from "#rest/prefix.ts";
import { routes } from "#operations/routes.ts";
import { describeFailure } from "../../support/assert-status.ts";
import { sampled } from "../../support/thorough.ts";
import { aSite, type ASite } from "../../support/world.ts";
import { problemOf } from "../support/operator.ts";

const operatorScopes = scopeNames.filter((name) => scopes[name].kind === "operator");

void describe("Every operation of the operator API", () => {
  let site: ASite;
  /** Tokens of an owner, with one scope each. */
  const tokens = new Map<Scope, string>();

  before(async () => {
    site = await aSite({
      apiRequestsPerMinute: 100_000,
      apiBulkRequestsPerMinute: 10_000,
      apiSiteRequestsPerMinute: 1_000_000,
    });
    const owner = await site.member({ roles: ["owner"] });
    const client = await site.operatorClient({ audience: "operator" });
    for (const scope of operatorScopes) tokens.set(scope, (await site.connect(client, owner, scope)).access_token);
  });

  const scoped = routes.filter(({ path }) => path !== "/me");

  const requestWith = ({ method, path }: Route, scope: Scope) =>
    site.request(method, `${prefix}${path.replaceAll(/:\w+/g, "x")}`, {
      bearer: tokens.get(scope),
      ...(method === "GET" || method === "DELETE" ? {} : { payload: {} }),
    });

  void test("needs a scope, and a write one that ends in :write, except the description of the credential", () => {
    assert.deepEqual(
      routes.filter(({ operation }) => "bearer" in operation.access).map(({ path }) => path),
      ["/me"],
    );
    for (const { operation, effect, method, path } of scoped) {
      const { access } = operation;
      assert.ok("scope" in access, `${method} ${path} needs no scope`);
      assert.equal(operation.writes, effect !== undefined, `${method} ${path}`);
      if (effect) assert.match(access.scope, /:write$/, `${method} ${path}`);
    }
  });

  for (const route of sampled(scoped, 12)) {
    void test(`${route.method} ${route.path} is allowed with its own scope, and any other is rejected with its name`, async () => {
      const { access } = route.operation;
      assert.ok("scope" in access);
      for (const scope of operatorScopes) {
        const response = await requestWith(route, scope);
        if (scope === access.scope || access.orForOwn?.includes(scope)) {
          assert.ok(response.statusCode !== 401 && response.statusCode !== 403, describeFailure(response.body));
          assert.ok(response.statusCode < 500, describeFailure(response.body));
        } else {
          assert.deepEqual([response.statusCode, problemOf(response).code], [403, "insufficient_scope"]);
          assert.match(String(response.headers["www-authenticate"]), new RegExp(`scope="[^"]*${access.scope}`));
        }
      }
    });
  }
});
