import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import type { Role } from "#access/roles.ts";
import type { SiteSettings } from "#domain/platform/site/settings.ts";
import { textFor } from "#pages/text/catalogue.ts";
import { assertStatus } from "../support/assert-status.ts";
import type { TestBrowser } from "../support/browser-session.ts";
import { type ASite, authorizeUrl, type Tokens } from "../support/world.ts";
import { aSiteOnline } from "../oauth/support/document-client.ts";
import { type CalledBack, clientsOfEachKind } from "./support/client-kinds.ts";
import {
  discovered,
  expected,
  type Kind,
  kinds,
  type Outcome,
  type Request,
  scopeSets,
  type Settings,
} from "./support/client-oracle.ts";

const roleSets: Role[][] = [
  ["owner"],
  ["manager"],
  ["lecturer"],
  ["teaching_assistant"],
  ["student"],
  ["lecturer", "teaching_assistant", "student"],
];

/** Applied after the clients exist: documents were accepted while the site was open to them. */
const documentSettings = {
  closed: () => ({ openClientMetadataDocuments: false }),
  "host listed": (hosts: string[]) => ({ openClientMetadataDocuments: false, clientMetadataHosts: hosts }),
  open: () => ({}),
};

/** Scopes by their text on the consent page. */
const scopeOfWords = new Map<string, string>(
  Object.entries(textFor("en").scopes).map(([scope, text]) => [text, scope]),
);

const signingStates = ["off", "published", "on"] as const;
const documentStates = ["closed", "host listed", "open"] as const;
const combinations = signingStates.flatMap((signing, row) =>
  documentStates.map((documents, column) => ({ row, column, signing, documents })),
);

void describe(
  "every combination of client kind, redirect, request, role and setting has the result of the contract",
  { concurrency: 3 },
  () => {
    for (const { row, column, signing, documents } of combinations) {
      // Member clients keep working when the feature is off, so it alternates over the other settings.
      const betaFeatures: SiteSettings["betaFeatures"] = (row + column) % 2 === 0 ? ["mcp_connections"] : [];
      const beta = betaFeatures.length > 0 ? "on" : "off";
      void test(`signing ${signing}, documents ${documents}, MCP connections ${beta}`, async () => {
        const settings = { signing, documents };
        const site = await aSiteOnline({
          signing,
          betaFeatures: ["mcp_connections"],
          openClientMetadataDocuments: true,
        });
        const { clients, hosts } = await clientsOfEachKind(site);
        await site.set({ betaFeatures, ...documentSettings[documents](["other.example.test", ...hosts]) });
        await assertDiscovered(site, settings);
        // Half of the roles at each site: every role meets every setting, not every pair of them.
        const roles = roleSets.filter((_roles, index) => (index + row + column) % 2 === 0);
        const faults = await faultsAt(site, { clients, settings, roles });
        assert.deepEqual(faults.slice(0, 5), [], `${faults.length} requests have another result`);
      });
    }
  },
);

async function assertDiscovered(site: ASite, settings: Settings): Promise<void> {
  const response = await site.get("/.well-known/openid-configuration");
  const document = response.json<Record<string, unknown>>();
  assert.deepEqual(
    {
      algorithms: document["id_token_signing_alg_values_supported"],
      keySet: "jwks_uri" in document,
      documents: document["client_id_metadata_document_supported"],
    },
    discovered(settings),
  );
}

/** Runs every case at one site: each role for each client, sequentially. */
async function faultsAt(
  site: ASite,
  { clients, settings, roles: sets }: { clients: Record<string, CalledBack>; settings: Settings; roles: Role[][] },
): Promise<object[]> {
  const people = await Promise.all(
    sets.map(async (roles) => {
      const browser = await site.signedIn(await site.member({ roles }));
      await browser.open("/account");
      return { roles, browser };
    }),
  );
  const faults: object[] = [];
  const asking = Object.entries(clients).flatMap(([name, client]) =>
    people.map(async ({ roles, browser }) => {
      const kind: Kind = kinds[name as keyof typeof kinds];
      for (const redirect of ["loopback", "https"] as const) {
        for (const [set, scopes] of Object.entries(scopeSets)) {
          const request = { kind, redirect, scopes, roles };
          const found = await outcome(site, browser, client, request);
          const expectedOutcome = expected(request, settings);
          if (!isDeepStrictEqual(found, expectedOutcome))
            faults.push({ client: name, redirect, set, roles, found, wanted: expectedOutcome });
        }
      }
    }),
  );
  await Promise.all(asking);
  return faults;
}

async function outcome(
  site: ASite,
  browser: TestBrowser,
  client: CalledBack,
  { redirect, scopes }: Request,
): Promise<Outcome> {
  const called = { ...client, redirectUri: client.redirects[redirect] };
  const { url, verifier } = authorizeUrl(called, { scope: scopes?.join(" "), prompt: "consent" });
  const page = await browser.open(url);
  if (page.status === 400) return { at: "page", error: /\/docs\/errors\/(\w+)"/.exec(page.body)![1]! };
  if (page.status === 303) return { at: "client", error: answerAt(site, called.redirectUri, page.address).error };
  assert.match(page.address, /^\/consent\?/);

  const allowed = await browser.submit(page, { decision: "allow" });
  const { code } = answerAt(site, called.redirectUri, allowed.address);
  const exchanged = await site.exchange(called, code, verifier);
  assertStatus(exchanged, 200);
  const tokens = exchanged.json<Tokens>();
  const [granted, unavailable] = permissionsOn(page.body);
  // The token has exactly the scopes on the page.
  assert.deepEqual(tokens.scope.split(" ").toSorted(), granted);
  const [userinfo, memberApi] = await Promise.all([
    site.userinfo(tokens.access_token),
    site.graphql("{ viewer { id } }", tokens.access_token),
  ]);
  return {
    at: "consent",
    granted,
    unavailable,
    idToken: tokens.id_token !== undefined,
    userinfo: userinfo.statusCode as 200 | 403,
    memberApi: memberApi.statusCode as 200 | 403,
  };
}

/** The response to the client: at its redirect URI only, with the state and the issuer. */
function answerAt(site: ASite, redirectUri: string, location: string): { code: string; error: string } {
  const [address, query] = location.split("?");
  const answer = Object.fromEntries(new URLSearchParams(query));
  assert.deepEqual([address, answer["state"], answer["iss"]], [redirectUri, "xyz", site.origin]);
  return { code: answer["code"] ?? "", error: answer["error"] ?? "" };
}

/** Scopes listed as granted, and as not available for the role. */
function permissionsOn(body: string): [granted: string[], unavailable: string[]] {
  const cannotGive = body.indexOf("cannot grant:");
  const shown = [...body.matchAll(/<li>([^<]*)<\/li>/g)].flatMap(({ 1: text, index }) => {
    const scope = scopeOfWords.get(text!);
    return scope === undefined ? [] : [{ scope, available: cannotGive === -1 || index < cannotGive }];
  });
  const those = (available: boolean) =>
    shown
      .filter((one) => one.available === available)
      .map(({ scope }) => scope)
      .toSorted();
  return [those(true), those(false)];
}
