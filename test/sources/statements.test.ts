import assert from "node:assert/strict";
import { test } from "node:test";
import { installationWide } from "../support/worlds/installation-wide.ts";
import { readSource, sourceFiles, tablesOfMigrations } from "../support/data/source-tree.ts";
import { type Statement, statementsOf } from "../support/meters/sql-templates.ts";

const files = sourceFiles();

/** Statements without `site_id`, with the reason. */
const acrossSites: Record<string, string> = {
  "domain/content/posts/jobs/publish-due-posts.ts": "due rows are found for all sites in one statement, by time alone",
  "domain/files/files/jobs/remove-released-objects.ts":
    "unused files are removed for all sites in one statement, by time alone",
  "domain/sales/checkout/jobs/expire-orders.ts": "due rows are found for all sites in one statement, by time alone",
  "domain/sales/checkout/jobs/expire-due-orders.ts": "due rows are found for all sites in one statement, by time alone",
  "domain/sales/checkout/jobs/purge-guests.ts": "due rows are found for all sites in one statement, by time alone",
  "domain/sales/vouchers/jobs/deliver-gifts.ts": "due rows are found for all sites in one statement, by time alone",
  "domain/events/event-registrations/jobs/expire-offers.ts":
    "due rows are found for all sites in one statement, by time alone",
  "domain/events/events/jobs/remind-of-events.ts": "due rows are found for all sites in one statement, by time alone",
  "domain/catalog/curriculum/jobs/notify-of-openings.ts": "sites with drip-fed courses are found in one statement",
  "domain/events/events/jobs/notify-of-soon-events.ts":
    "due rows are found for all sites in one statement, by time alone",
  "domain/learning/reminders/jobs/remind-learners.ts": "sites where students learn are found page by page",
  "domain/analytics/jobs/roll-up.ts": "sites with rollups to update are found in one statement",
  "domain/memberships/subscriptions/jobs/process-due-subscriptions.ts":
    "due rows are found for all sites in one statement, by time alone",
  "domain/sales/billing/jobs/process-due-agreements.ts":
    "due rows are found for all sites in one statement, by time alone",
  "domain/webhooks/pump.ts": "sites with new events are found in one statement",
  "domain/webhooks/deliveries/due-endpoints.ts": "due deliveries of all sites are found by time",
  "domain/messages/notifications/jobs/warn-of-all-expiry.ts": "sites with access that ends soon are found by time",
  "domain/sales/payments/jobs/reconcile-payments.ts": "sites with a payment provider are found in one statement",
  "domain/background/monitoring/read-webhooks.ts": "the metrics of the installation count pending rows of all sites",
  "domain/background/monitoring/read-sizes.ts": "the metrics of the installation count the files of all sites",
  "domain/background/schedules/purge-by-retention.ts": "the settings of many sites are read in one statement",
  "domain/messages/mail/drop-sealed-mail.ts":
    "email that cannot be decrypted anymore is deleted for all sites in one statement",
  "domain/webhooks/endpoints/newest-webhook-secret.ts":
    "the installation's key is checked by the newest value of any site",
  "domain/transfer/backup/pending-messages.ts": "queued messages belong to a restored copy as a whole",
  "oauth/newest-signing-key.ts": "the installation's key is checked by the newest value of any site",
  "domain/privacy/erase-person.ts":
    "an account belongs to the installation: its emailed links are deleted at every site",
};

void test("Every statement names the site once for each site-scoped table in it", () => {
  const statements = files.flatMap(statementsOf);
  assert.ok(statements.length > 60, "No statements were found.");
  assert.deepEqual(
    statements.filter(({ file }) => !(file in acrossSites)).flatMap((statement) => unconfined(statement)),
    [],
  );
  const faulty = readSource("domain/faulty/queries.ts", faultyStatements);
  const found = statementsOf(faulty).flatMap(unconfined);
  assert.deepEqual(
    found.map((line) => line.split(" ")[0]),
    [1, 2, 3, 4, 5, 6, 7, 8].map((line) => `domain/faulty/queries.ts:${line}`),
  );
});

void test("No statement returns all columns of a table, because a new column would change its result", () => {
  assert.deepEqual(files.flatMap(statementsOf).flatMap(wildcards), []);
  const faulty = readSource("domain/faulty/queries.ts", wholeRows);
  assert.deepEqual(
    statementsOf(faulty)
      .flatMap(wildcards)
      .map((line) => line.split(" ")[0]),
    [1, 2, 3, 4, 5].map((line) => `domain/faulty/queries.ts:${line}`),
  );
});

void test("A row that is looked up by its ID is checked with `present`, so that no partial index attracts the planner", () => {
  assert.deepEqual(files.flatMap(statementsOf).flatMap(attracting), []);
  const faulty = readSource("domain/faulty/queries.ts", attractingStatements);
  assert.equal(statementsOf(faulty).flatMap(attracting).length, 3);
});

/** Statements with `id = ? and deleted_at is null`, possibly with other comparisons between. */
const attracting = ({ file, line, text }: Statement): string[] =>
  [...text.matchAll(/\b(\w+\.)?id = (?:\?|[\w.]+)(?:\s+and \1?\w+ = (?:\?|'\w+'))*\s+and \1?deleted_at is null/gi)].map(
    () => `${file}:${line} ${text.replaceAll(/\s+/g, " ").trim()}`,
  );

const attractingStatements = `db.first\`select name from courses where site_id = \${site.id} and id = \${id} and deleted_at is null\`;
db.run\`update posts set name = \${name} where posts.site_id = \${site.id} and posts.id = \${id} and posts.deleted_at is null\`;
db.first\`select name from clients where site_id = \${site.id} and id = \${id} and origin = 'operator' and deleted_at is null\`;
db.first\`select name from courses where site_id = \${site.id} and id = \${id} and \${table("courses").present}\`;`;

void test("A statement that changes rows and returns some says so: it is sent with db.write", () => {
  assert.deepEqual(files.flatMap(statementsOf).flatMap(silent), []);
  const faulty = readSource("domain/faulty/queries.ts", silentStatements);
  assert.deepEqual(
    statementsOf(faulty)
      .flatMap(silent)
      .map((line) => line.split(" ")[0]),
    [1, 2].map((line) => `domain/faulty/queries.ts:${line}`),
  );
});

/** Statements that change rows and are sent as reads. Locks and the conflict clause of an insert say `update` too. */
const silent = ({ file, line, text, isRead }: Statement): string[] =>
  isRead && /\b(?:insert into|delete from|(?<!for |key |do )update)\s/i.test(text)
    ? [`${file}:${line} ${text.replaceAll(/\s+/g, " ").trim()}`]
    : [];

const silentStatements = `db.first\`update courses set name = 'a' where site_id = \${site.id} returning id\`;
db.many<Row>\`with gone as (delete from courses where site_id = \${site.id} returning id) select id from gone\`;
db.write.first\`update courses set name = 'a' where site_id = \${site.id} returning id\`;
db.first\`select id from courses where site_id = \${site.id} for no key update\`;
db.run\`delete from courses where site_id = \${site.id}\`;`;

const allTables = new Set(tablesOfMigrations());

/** `*` of a table, except in a subquery of FROM: the statement around it names its columns. */
function wildcards({ file, line, text }: Statement): string[] {
  const names = [...text.matchAll(/\b(?:from|join|update|into|using)\s+(\w+)(?:\s+(?:as\s+)?(\w+))?/gi)].flatMap(
    ([, table = "", alias = ""]) => (allTables.has(table) ? [table, alias] : []),
  );
  const aliases = new Set(names);
  const named = [
    ...text.matchAll(/(\bas\s*\(|[^(\s]|^)\s*select\s+\*\s+from\s+(?<name>\w+)/gi),
    ...text.matchAll(/\b(?<name>\w+)\.\*/g),
  ].filter(({ groups: { name = "" } = {} }) => allTables.has(name) || aliases.has(name));
  const returned = text.match(/\breturning\s+\*/gi) ?? [];
  return [...named, ...returned].map(() => `${file}:${line} ${text.replaceAll(/\s+/g, " ").trim()}`);
}

/** One mistake per line, except in the last one. */
const wholeRows = `db.first\`select * from members where site_id = \${site.id}\`;
db.many\`select found.* from courses found where found.site_id = \${site.id}\`;
db.one\`update members set name = 'a' where site_id = \${site.id} returning *\`;
db.many\`with page as (select * from posts where site_id = \${site.id}) select * from page\`;
db.many\`select posts.*, 1 as one from posts where site_id = \${site.id}\`;
db.many\`select id from (select * from posts where site_id = \${site.id} limit 1) as newest\`;`;

const perSite = new Set(tablesOfMigrations()).difference(new Set(installationWide));

/** Statements on site-scoped tables that do not name `site_id` once per table access, or do not bind a site. */
function unconfined({ file, line, text, values }: Statement): string[] {
  const mentions = [...text.matchAll(/\b(?:from|join|into|update|using)\s+(\w+)/gi)].filter(([, name]) =>
    perSite.has(name!),
  );
  if (mentions.length === 0) return [];
  const named = text.match(/\bsite_id\b/g)?.length ?? 0;
  const binds = /\bsite\.id\b|\bsiteId\b/.test(values) || /into \w+ \([^)]*\bsite_id\b/.test(text);
  return named >= mentions.length && binds ? [] : [`${file}:${line} ${text.replaceAll(/\s+/g, " ").trim()}`];
}

/** One mistake per line, each of its own kind. */
const faultyStatements = `db.first\`select id from members where id = \${id}\`;
db.run\`insert into grants \${rows({ id, memberId })}\`;
db.many\`select 1 from tokens join families on families.id = tokens.family_id where tokens.site_id = \${site.id}\`;
db.run\`update sessions set revoked_at = \${now} where site_id = \${id}\`;
client.query("delete from enrollments where id = $1", [id]);
copyRows(client, "lectures (id, title)", rows);
db.run\`delete from codes using members where \${sql\`id = \${site.id}\`}\`;
batch({ id: "uuid" }, (requested) => sql\`with \${requested} select place from requested join members on members.id = requested.id\`);
db.first\`select id from accounts where id = \${id}\`;`;
