import pg from "pg";
import { insertMailLink } from "#domain/messages/mail-links/queries.ts";
import { announce } from "#domain/messages/notifications/announce.ts";
import { rememberBrowser } from "#domain/people/sessions/known-browsers.ts";
import { issueBadge } from "#domain/learning/open-badges/operations.ts";
import { anonymous } from "#access/caller.ts";
import { newId } from "#domain/platform/ids.ts";
import { perform } from "#domain/platform/operation.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { formatClientId } from "#oauth/clients/client.ts";
import { insertDocument } from "#oauth/metadata-documents/queries.ts";
import { unreviewed } from "#oauth/metadata-documents/review.ts";
import { anApiKey } from "./api-key.ts";
import { type Copied, copyPeople, copyRow } from "./cloned-rows.ts";
import { copySite } from "./copied-site.ts";
import { database } from "../databases/database.ts";
import { aFuzzWorld } from "./fuzz-world.ts";
import { insertCheckout } from "./inhabited-checkout.ts";
import { insertFiles } from "./inhabited-files.ts";
import { insertJobs } from "./inhabited-jobs.ts";
import { allTables, skewedCopies, spreadCopies } from "./large-copies.ts";
import { insertRollups } from "./large-rollups.ts";
import { anInstallation, type TestInstallation } from "./installation.ts";
import { rows } from "#database/statements/sql.ts";
import { vary, variedMember } from "./varied-copies.ts";
import { now } from "../clock.ts";
import { insertFactors } from "./inhabited-factors.ts";
import { muteTopic } from "./records.ts";
import { type AMember, type ASite, badges } from "../world.ts";

export interface LargeLists {
  installation: TestInstallation;
  site: Site;
  /** The owner who has the newest rows, with a token of all scopes. */
  member: AMember;
  bearer: string;
  /** Cookies of the owner's browser. */
  cookie: string;
  /** The owner's token for the Member API. */
  memberBearer: string;
  /** The API id of the resource of a kind to which few rows refer, and of the one to which most refer. */
  rare: (kind: string) => string;
  frequent: (kind: string) => string;
  /** Serial number of a certificate. */
  serial: string;
  /** Client IDs by origin, and the ID of an API key. */
  clients: { operator: string; registered: string; documented: string; apiKey: string };
  /** Adds the rows. Until then, the site has two of each kind. No table has statistics. */
  fill: () => Promise<void>;
  analyze: () => Promise<void>;
}

/** A site with one row of a kind would have statistics by which every index finds one row. */
const secondOfCheckout: readonly Copied[] = [
  { table: "checkout_reservations" },
  { table: "billing_agreements", unique: ["provider_reference"] },
  { table: "provider_events", unique: ["message_id"] },
];

/** An installation whose site gets thousands of rows of every kind that is listed, beside other sites. */
export async function largeLists(
  people: number,
  {
    tables = allTables,
    isSpread = false,
    isVaried = false,
  }: { tables?: ReadonlySet<string> | undefined; isSpread?: boolean; isVaried?: boolean } = {},
): Promise<LargeLists> {
  const world = await aFuzzWorld();
  const { site, member, bearer } = world;
  await world.stock();
  await insertFiles(site, member, "w0w");
  await insertJobs(site, member, "w1w");
  await insertCheckout(site, member, "w0w");
  const clients = await insertForPerson(site, member);
  const rare = await world.newest();
  await world.stock();
  await insertJobs(site, member, "w2w");
  for (const again of secondOfCheckout) await copyRow(database.pool, site.site.id, again);
  await notify(site.site.id, member);
  const frequent = await world.newest();
  const browser = await site.signedIn(member);
  // Their completed courses have a page.
  await database.run`
    update enrollments set completed_at = enrolled_at where site_id = ${site.site.id} and student_id = ${member.id}`;
  const { serial } = await database.one<{ serial: string }>`
    select serial from certificates where site_id = ${site.site.id} order by id desc limit 1`;
  await perform(issueBadge, { ...site.context(), caller: anonymous, badges }, { serial });
  const memberClient = await site.operatorClient({ audience: "member" });
  const { access_token: memberBearer } = await site.connect(memberClient, member, "account:read account:write");

  const installation = await anInstallation();
  const { pool } = installation.database;
  const { rows: existing } = await pool.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'",
  );
  for (const { name } of existing) await pool.query(`alter table ${name} set (autovacuum_enabled = off)`);
  const otherSites = Array.from({ length: 20 }, () => newId());
  await copySite(site.site.id, pool, otherSites);
  if (isSpread) await publish(pool);
  const all = isSpread ? spreadCopies(people, member.id) : skewedCopies(people);
  const copies = (isVaried ? vary(all) : all).filter(({ table }) => tables.has(table));
  return {
    installation,
    site: site.site,
    member,
    bearer,
    cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
    memberBearer,
    rare,
    frequent,
    serial,
    clients,
    async fill() {
      const columns = isVaried ? variedMember : {};
      await fill(installation, site.site.id, { people: tables.has("members") ? people : 0, columns }, copies);
      if (tables.has("rollups")) await insertRollups(pool, site.site.id, await coursesOf(site.site.id, pool));
    },
    analyze: async () => void (await pool.query("analyze")),
  };
}

async function fill(
  { connection }: TestInstallation,
  siteId: string,
  { people, columns }: { people: number; columns: Readonly<Record<string, string>> },
  copies: readonly Copied[],
): Promise<void> {
  const isEmbedded = process.env["TEST_DATABASE_URL"] === undefined;
  const client = new pg.Client({ ...connection, ...(isEmbedded && { user: "postgres" }) });
  await client.connect();
  try {
    // Takes as long as the machine needs.
    await client.query("set statement_timeout = 0");
    // The copies refer to existing rows: checking each reference takes most of the time.
    if (isEmbedded) await client.query("set session_replication_role = replica");
    if (people > 0) await copyPeople(client, siteId, people, columns);
    for (const each of copies) await copyRow(client, siteId, each);
    // GIN indexes keep new entries in a pending list, which is costly to read until it is flushed.
    await client.query(
      `select gin_clean_pending_list(pg_class.oid) from pg_class join pg_am on pg_am.oid = relam
        where relnamespace = current_schema()::regnamespace and amname = 'gin'`,
    );
  } finally {
    await client.end();
  }
}

/** Makes the catalog public. */
async function publish(pool: pg.Pool): Promise<void> {
  for (const table of ["event_tickets", "digital_products"]) {
    await pool.query(`update ${table} set price_amount = 900, price_currency = 'EUR'`);
  }
  for (const table of ["events", "digital_products", "consulting_services", "posts", "pages"]) {
    await pool.query(`update ${table} set status = 'published', published_at = created_at`);
  }
  await pool.query("update membership_plans set status = 'active'");
  await pool.query("update lecturers set visible = true");
  await pool.query(`update sites set settings = settings || '{"betaFeatures": ["mcp_connections"]}'`);
}

/** Inserts further rows of a person: an API key, clients, a browser, a mailed link, choices. */
async function insertForPerson(site: ASite, member: AMember): Promise<LargeLists["clients"]> {
  const scope = site.context();
  const { clientId: registered } = await site.register({ client_name: "Registered" });
  const { clientId: operator } = await site.operatorClient();
  const documentedId = newId();
  const [clientId, redirectUris] = ["https://documented.example/client.json", ["https://documented.example/callback"]];
  const document = { name: "Documented", redirectUris, postLogoutRedirectUris: [] };
  await insertDocument(scope, documentedId, { clientId, document, fetchedAt: now(), expiresAt: now() }, unreviewed);
  const { id: apiKey } = await anApiKey(site, member);
  await rememberBrowser(scope, member.id, "lbr_any");
  await insertMailLink(scope, { purpose: "set_password", accountId: member.accountId, email: member.email });
  await insertFactors(site, member.id, "Laptop");
  await muteTopic(site, member, "announcement");
  await announce(
    scope,
    { kind: "members" },
    { topic: "announcement", content: { title: "News", body: "News" }, cause: "w0w" },
  );
  const policy = { productType: "course", productId: newId(), access: "end", createdAt: now(), updatedAt: now() };
  await database.run`insert into refund_policies ${rows({ siteId: site.site.id, ...policy })}`;
  return { apiKey, operator, registered, documented: formatClientId(documentedId) };
}

async function notify(siteId: string, member: AMember): Promise<void> {
  const notification = { id: newId(), memberId: member.id, topic: "announcement", title: "News", body: "News" };
  await database.run`insert into notifications ${rows({ siteId, ...notification, createdAt: now() })}`;
}

/** A page of courses needs few of their figures. */
async function coursesOf(siteId: string, pool: pg.Pool): Promise<string[]> {
  const { rows: courses } = await pool.query<{ id: string }>(
    "select id from courses where site_id = $1 order by created_at desc limit 500",
    [siteId],
  );
  return courses.map(({ id }) => id);
}
