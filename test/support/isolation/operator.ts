import assert from "node:assert/strict";
import { scopeNames, scopes } from "#access/scopes.ts";
import { formatId, type IdKind, newId } from "#domain/platform/ids.ts";
import type { Route } from "#operations/route.ts";
import { prefix } from "#rest/prefix.ts";
import { routes } from "#operations/routes.ts";
import { describeFailure } from "../assert-status.ts";
import { database } from "../databases/database.ts";
import type { InhabitedSite } from "../worlds/inhabited-site.ts";
import type { ASite } from "../world.ts";
import type { Attempt } from "./attempt.ts";
import { preflight } from "./programs.ts";
import { namedKind } from "../openapi/named-kind.ts";

const everyScope = scopeNames.filter((name) => scopes[name].kind === "operator").join(" ");

/** Every operator API route: with a token of the other site, and with the other site's ids and a token of this one. */
export function operatorAttempts(): Record<string, Attempt> {
  const attempts: Record<string, Attempt> = {};
  for (const route of routes) {
    attempts[`${route.method} ${prefix}${route.path}`] = tryRoute(route);
    attempts[`OPTIONS ${prefix}${route.path}`] = preflight(`${prefix}${route.path.replaceAll(/:\w+/g, "x")}`);
  }
  return attempts;
}

const tryRoute =
  (route: Route): Attempt =>
  async (there, { site, member }) => {
    const address = await addressWithForeignIds(route, there);
    const payload = route.method === "GET" || route.method === "DELETE" ? {} : { payload: {} };
    const foreignToken = await site.request(route.method, address, { ...payload, bearer: there.tokens.access_token });
    assert.equal(foreignToken.statusCode, 401);
    assert.match(String(foreignToken.headers["www-authenticate"]), /error="invalid_token"/);

    const bearer = await tokenOf(site, member);
    const own = await site.request(route.method, address, { ...payload, bearer });
    // Lists contain own rows; foreign ids are not found, unless the body is rejected first.
    const fine = route.path.includes(":") ? [400, 404, 422, 428] : [200, 201, 400, 422, 428];
    assert.ok(fine.includes(own.statusCode), describeFailure(own.body));
    if (route.path.includes(":") && route.method === "GET" && own.statusCode !== 400) assert.equal(own.statusCode, 404);
    return [foreignToken, own];
  };

const tokens = new WeakMap<ASite, Promise<string>>();
function tokenOf(site: ASite, member: InhabitedSite["member"]): Promise<string> {
  let token = tokens.get(site);
  if (!token) tokens.set(site, (token = connect(site, member)));
  return token;
}

async function connect(site: ASite, member: InhabitedSite["member"]): Promise<string> {
  const client = await site.operatorClient({ audience: "operator", name: "Back office" });
  return (await site.connect(client, member, everyScope)).access_token;
}

const addressWithForeignIds = async (route: Route, there: InhabitedSite): Promise<string> =>
  `${prefix}${await pathWithForeignIds(route, there)}`;

/** The path of a route with ids of the other site. */
export async function pathWithForeignIds({ path, operation }: Route, there: InhabitedSite): Promise<string> {
  let address = path;
  for (const [parameter, name] of path.matchAll(/:(\w+)/g)) {
    const { description = "" } = operation.input.shape[name!]?.meta() ?? {};
    const kind = namedKind(description);
    address = address.replace(parameter, kind ? formatId(kind, await newestOf(kind, there)) : "x");
  }
  return address;
}

/** The other site's newest id of that kind, or an unknown id. */
async function newestOf(kind: IdKind, there: InhabitedSite): Promise<string> {
  const singular = kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const table = singular.endsWith("y") ? `${singular.slice(0, -1)}ies` : `${singular}s`;
  const { rows: known } = await database.pool.query(`select to_regclass($1) as table`, [table]);
  if (!(known[0] as { table: string | null }).table) return newId();
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from ${table} where site_id = $1 order by id desc limit 1`,
    [there.site.id],
  );
  return rows[0]?.id ?? newId();
}
