import assert from "node:assert/strict";
import { test } from "node:test";
import { formatId, type IdKind, newId } from "#domain/platform/ids.ts";
import { installationWide } from "../../support/worlds/installation-wide.ts";
import { allTables } from "../../support/worlds/large-copies.ts";
import { pageRequests } from "../../support/browsers/page-requests.ts";
import { routesOfTheRouter } from "../../support/worlds/routes.ts";
import { tables } from "../../support/releases/schema-catalogue.ts";
import { aSite } from "../../support/world.ts";

// The plans of these pages: page-plans.long.test.ts

/** Pages whose plans are not checked, by the reason. */
const unchecked: Readonly<Record<string, RegExp>> = {
  "Made without rows of the site": new RegExp(
    String.raw`^/(\.well-known|assets|docs|learn/(hls|player|offline)-|mcp/server-card|openapi\.json|server\.json)` +
      String.raw`|^/(healthz|readyz|robots\.txt|plans|index\.md|auth\.md|skill\.md|certificates/issuer)$`,
  ),
  "About a session, a sign-in or a mailed link, which are read by their key": new RegExp(
    "^/(account/(confirm|email|password|security|sign-in)|consent|email/(confirm|merge)|invitation|oauth|password|purchase/confirm|redeem|select-account|sender|sign-in|sign-out|sign-up|" +
      "unsubscribe)",
  ),
  "Sends a file, or the document of one row of a page that is checked":
    /^\/(calendar-feeds\/|clients\/|downloads\/|files\/|job-results\/)|\/(receipt\.pdf|pdf|image\.png|badge(\.svg|\.png)?|calendar\.ics)$|^\/(account\/notes|learn\/:course\/notes)\.md$|^\/forms\/:slug\/thanks$/,
  "Shows one row of a page that is checked":
    /^\/account\/events\/:id\/cancel$|^\/orders\/:id\/share$|^\/certificates\/keys\/:id$|^\/admin\/questions\/:id$|^\/courses\/:slug\/previews\/:lecture$|^\/orders\/subscriptions\/:id\/switch$|\/registered\/:id\/delete$|provisioning\/:id$|documents\/:id\/review$/,
  "A copy of pages that are checked": /^\/learn\/(:course\/)?(:lecture\/)?kept\.(html|json)$/,
  "A form for a new resource or for a secret": /^\/admin\/.*\/(new|record|credentials|secret|sign-in\/:id)$/,
  "Redirects to a page that is checked":
    /^\/(account\/digital-products|learn\/:course\/continue|checkout\/(continue|test)\/:id)$/,
  "No page: test/scim/many-users.long.test.ts reads with many rows": /^\/scim\/v2\//,
  "Reads all rows": /^\/admin\/forms\/:id\/submissions\.csv$|^\/sitemaps?[/.]/,
  "Email and styles, for this machine": /^\/dev\/(mail|styles(\.css)?)$/,
  "Shows the results of operations whose plans are checked": new RegExp(
    String.raw`^/admin/(\*|search|uploads/:id|lectures/:id(/(quiz/(edit|import|try)|assignment/edit|move|duplicate))?` +
      String.raw`|consulting_services/:service/calendar|events/:event/check-in|imports(/.+)?)$`,
  ),
  "Reads the appearance of the school":
    /^\/(admin\/appearance\/(contrast|preview(\.css)?)|app-icons\/:file|manifest\.webmanifest)$/,
};

/** Tables that stay small when plans are checked, by the reason. */
const small: Readonly<Record<string, readonly string[]>> = {
  "A school has few": [
    "appearances",
    "credential_keys",
    "credential_statuses",
    "identity_providers",
    "lecture_releases",
    "member_fields",
    "payment_accounts",
    "provisioning_keys",
    "receipt_counters",
    "reconciliations",
    "rollup_backlogs",
    "schools",
    "selling_settings",
    "signing_keys",
    "site_content_versions",
    "webhook_endpoints",
    "webhook_feeds",
  ],
  "On no page: test/scim/many-users.long.test.ts reads many rows": ["provisioned_groups", "provisioned_members"],
  "Read by a unique key": ["identities"],
  "Read by the whole primary key, or by time in jobs": [
    "api_calls",
    "authorization_codes",
    "authorizations",
    "begun_downloads",
    "work_drafts",
    "client_logos",
    "idempotency_keys",
    "job_pieces",
    "learner_numbers",
    "mailbox_mails",
    "progress_reports",
    "provider_requests",
    "sign_in_codes",
    "quiz_versions",
    "rate_limits",
    "spent_challenges",
    "stored_objects",
    "tokens",
    "upload_parts",
    "used_logout_tokens",
  ],
};

const idOf = (kind: string) => formatId(kind as IdKind, newId());

void test("The plans of every page are checked, or there is a reason not to", async () => {
  const { site } = await aSite();
  const clients = { operator: "a", registered: "b", documented: "c", apiKey: "d" };
  const requests = pageRequests({
    site,
    cookie: "",
    memberBearer: "",
    frequent: idOf,
    rare: idOf,
    serial: "A",
    clients,
  });
  const paths = requests.map(({ options }) => options.url.split("?")[0]!);
  const pages = (await routesOfTheRouter())
    .filter((route) => route.startsWith("GET /") && !route.startsWith("GET /api/"))
    .map((route) => route.slice(4));
  const matches = (page: string) => {
    const pattern = new RegExp(`^${page.replaceAll(".", "\\.").replaceAll(/:\w+/g, "[^/]+")}$`);
    return paths.some((path) => pattern.test(path));
  };
  const reasons = Object.values(unchecked);
  const missing = pages.filter((page) => !matches(page) && !reasons.some((pattern) => pattern.test(page)));
  assert.deepEqual(missing, []);
});

void test("Every table has many rows when plans are checked, or there is a reason not to", async () => {
  const ofSites = (await tables()).filter((table) => !installationWide.includes(table));
  const reasons = new Set(Object.values(small).flat());
  assert.deepEqual(
    ofSites.filter((table) => !allTables.has(table) && !reasons.has(table)),
    [],
  );
  assert.deepEqual(
    [...reasons].filter((table) => allTables.has(table) || !ofSites.includes(table)),
    [],
  );
});
