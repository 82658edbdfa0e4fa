import { scopeNames, scopes } from "#access/scopes.ts";
import { formatId, type IdKind, newId } from "#domain/platform/ids.ts";
import { prefix } from "#rest/prefix.ts";
import { database } from "../databases/database.ts";
import { aPicture } from "./pictures.ts";
import { insertCatalog } from "./inhabited-catalog.ts";
import { insertProducts } from "./inhabited-products.ts";
import { insertPeople } from "./inhabited-people.ts";
import { insertResources } from "./inhabited-resources.ts";
import { insertSales } from "./inhabited-sales.ts";
import { enroll } from "./inhabited-site.ts";
import { insertWebhooks } from "./inhabited-webhooks.ts";
import { insertWritings } from "./inhabited-writings.ts";
import { installationWide } from "./installation-wide.ts";
import { multipart } from "../data/multipart.ts";
import { tables } from "../releases/schema-catalogue.ts";
import { aSite, type ASite, type AMember } from "../world.ts";

const everyScope = scopeNames.filter((name) => scopes[name].kind === "operator").join(" ");

/** Counters of requests, whatever they do. */
const ofRequests: ReadonlySet<string> = new Set([
  "api_calls",
  "tokens",
  "families",
  "grants",
  "rate_limits",
  "idempotency_keys",
  // Jobs write these asynchronously.
  "notices",
  "notifications",
]);

/** A site with an owner's token of all scopes, which can get another row of every kind at any time. */
export interface FuzzWorld {
  site: ASite;
  member: AMember;
  bearer: string;
  stock: () => Promise<void>;
  /** The newest id of each kind, in API format. */
  newest: () => Promise<(kind: string) => string>;
  /** All rows of the site, for comparison. */
  rows: () => Promise<Record<string, string>>;
}

export async function aFuzzWorld(): Promise<FuzzWorld> {
  const site = await aSite({
    apiRequestsPerMinute: 100_000,
    apiBulkRequestsPerMinute: 10_000,
    apiSiteRequestsPerMinute: 1_000_000,
  });
  const member = await site.member({ roles: ["owner", "student"] });
  const client = await site.operatorClient({ audience: "operator" });
  const { access_token: bearer } = await site.connect(client, member, everyScope);
  const existing = await tables();
  const perSite = existing.filter((table) => !installationWide.includes(table));
  let stocked = 0;

  async function upload(name: string): Promise<void> {
    const file = { name: `${name}.png`, bytes: aPicture({ width: stocked }) };
    const form = multipart({ visibility: "public" }, "file", file);
    const headers = form.headers as Record<string, string>;
    const created = await site.request("POST", `${prefix}/files`, { ...form, bearer, headers });
    if (created.statusCode !== 201) throw new Error(created.body);
  }

  return {
    site,
    member,
    bearer,
    async stock() {
      const name = `w${++stocked}w`;
      await enroll(site, member, name);
      await insertWritings(site, member, name);
      await insertCatalog(site, member, name);
      await insertSales(site, member, name);
      await insertPeople(site, member, name);
      await upload(`${name} used`);
      await insertProducts(site, member, name);
      await upload(name);
      await insertWebhooks(site, name);
      await insertResources(site, name);
      // The site limit is 100: makes room for operations that add one.
      await database.pool.query(
        `update webhook_endpoints set deleted_at = now() where site_id = $1 and deleted_at is null and id not in
           (select id from webhook_endpoints where site_id = $1 and deleted_at is null order by id desc limit 20)`,
        [site.id],
      );
    },
    newest: () => newestIn(site, perSite),
    rows: () =>
      digestOf(
        site,
        perSite.filter((table) => !ofRequests.has(table)),
      ),
  };
}

async function newestIn({ site }: ASite, perSite: readonly string[]): Promise<(kind: string) => string> {
  const { rows: columns } = await database.pool.query<{ name: string; column: string }>(
    `select table_name as name, column_name as column from information_schema.columns
      where table_schema = current_schema() and column_name in ('id', 'deleted_at', 'sequence')`,
  );
  const has = (table: string, column: string) => columns.some((one) => one.name === table && one.column === column);
  const parts = perSite
    .filter((table) => has(table, "id"))
    .map(
      (table) => `(select '${table}' as name, id::text from ${table} where site_id = $1
      ${has(table, "deleted_at") ? "and deleted_at is null" : ""}
      ${has(table, "sequence") ? "and sequence is not null" : ""} order by id desc limit 1)`,
    );
  const { rows } = await database.pool.query<{ name: string; id: string }>(parts.join(" union all "), [site.id]);
  const ids = new Map(rows.map(({ name, id }) => [name, id]));
  const { rows: codes } = await database.pool.query<{ code: string }>(
    "select check_in_code as code from event_registrations where site_id = $1 order by id desc limit 1",
    [site.id],
  );
  const { rows: owners } = await database.pool.query<{ id: string }>(
    "select id from members where site_id = $1 and 'owner' = any(roles) order by id limit 1",
    [site.id],
  );
  // No such row: the nil id.
  return (kind) => {
    if (kind === "checkInCode") return codes[0]?.code ?? "";
    if (kind === "owner") return formatId("member", owners[0]?.id ?? newId());
    return formatId(kind as IdKind, ids.get(tableOf(kind)) ?? newId());
  };
}

function tableOf(kind: string): string {
  if (kind === "webhookEvent") return "outbox_events";
  const singular = kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return singular.endsWith("y") ? `${singular.slice(0, -1)}ies` : `${singular}s`;
}

async function digestOf({ site }: ASite, perSite: readonly string[]): Promise<Record<string, string>> {
  const parts = perSite.map(
    (table) => `select '${table}' as name, count(*) || ':' ||
      coalesce(sum(hashtextextended(to_jsonb(t)::text, 0)::numeric), 0) as rows from ${table} t where site_id = $1`,
  );
  const { rows } = await database.pool.query<{ name: string; rows: string }>(parts.join(" union all "), [site.id]);
  return Object.fromEntries(rows.map(({ name, rows: digest }) => [name, digest]));
}
