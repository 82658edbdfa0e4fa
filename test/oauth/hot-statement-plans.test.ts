import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { after, before, describe, test } from "node:test";
import type { FastifyInstance } from "fastify";
import { formatId, newId } from "#domain/platform/ids.ts";
import { createSite } from "#domain/site/sites/create-site.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { cookieName } from "#http/cookies.ts";
import { openSiteDirectory } from "#http/site-directory.ts";
import { openKeyRing } from "#oauth/key-ring.ts";
import { buildApp } from "../../src/server/app.ts";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";
import {
  analyzeLargeSite,
  apiKeyOf,
  clients,
  commonLecture,
  enrollmentOf,
  fillLargeSite,
  memberCount,
  redirectUri,
  idOf,
  secretOf,
  verifier,
} from "../support/worlds/large-site.ts";
import { nodesOf, readBy } from "../support/meters/query-plans.ts";
import { openPlanRecorder, type PlanRecorder, type RecordedPlan } from "../support/meters/recorded-plans.ts";
import { storage } from "../support/worlds/storage.ts";
import { authorizeUrl, encode } from "../support/world.ts";

/** Every hot statement needs one row of each table that it names. */
const maxRowsPerTable = 4;

interface Size {
  title: string;
  count: number;
  /** Members at the time of the last analysis. */
  analyzedAt?: number;
  states: readonly ("without statistics" | "after growth" | "analyzed")[];
  isChecked?: (statement: RecordedPlan) => boolean;
}

const sizes: readonly Size[] = [
  { title: "On a large site every hot statement", count: memberCount, states: ["without statistics", "analyzed"] },
  {
    title: "On a site that has grown since its last analysis every hot statement",
    count: 5000,
    analyzedAt: 50,
    states: ["after growth"],
  },
  {
    // Without statistics, the planner expects few rows of a small site, whatever index it reads them by.
    title: "On a small site every statement of concurrent requests",
    count: 1000,
    states: ["without statistics"],
    isChecked: ({ text }) => text.includes("with requested as"),
  },
];

for (const { title, count, analyzedAt = 0, states, isChecked = () => true } of sizes) {
  void describe(`${title} reads by keys`, () => {
    let recorder: PlanRecorder;
    let installation: TestInstallation;
    let site: Site;
    let app: FastifyInstance;
    /** Secrets can be spent once: each request uses those of another member. */
    let n = count / 2;

    before(async () => {
      installation = await anInstallation();
      const { database, connection } = installation;
      const content = { origin: "https://large.example.test", name: "Large School", description: "", settings: {} };
      site = await createSite(database, content, new Date());
      if (analyzedAt > 0) {
        await fillLargeSite(database.pool, site.id, analyzedAt);
        await analyzeLargeSite(database.pool);
      }
      await fillLargeSite(database.pool, site.id, count, analyzedAt + 1);
      recorder = openPlanRecorder(database, connection, { inTransactions: true });
      app = buildApp({
        db: recorder.database,
        sites: openSiteDirectory(database),
        storage,
        environment: "production",
        keyRing: openKeyRing(randomBytes(32)),
        csrfKey: randomBytes(32),
      });
    });
    after(async () => {
      await app.close();
      await recorder.close();
      await installation.close();
    });

    const get = (url: string, headers: Record<string, string>) =>
      app.inject({ url, headers: { host: site.host, ...headers } });

    const bearer = () => ({ authorization: `Bearer ${secretOf("lat", n)}` });

    const cookie = () => ({ cookie: `${cookieName(site, "session")}=${secretOf("lss", n)}` });

    const post = (path: string, fields: Record<string, string>, by: { id: string; secret: string | undefined }) =>
      app.inject({
        method: "POST",
        url: `/api/oauth/${path}`,
        headers: { host: site.host, "content-type": "application/x-www-form-urlencoded" },
        payload: encode({ ...fields, client_id: formatId("client", by.id), client_secret: by.secret }),
      });

    const refresh = () =>
      post("token", { grant_type: "refresh_token", refresh_token: secretOf("lrt", n) }, clients.app);

    const redeem = () =>
      post(
        "token",
        {
          grant_type: "authorization_code",
          code: secretOf("lac", n),
          redirect_uri: redirectUri,
          code_verifier: verifier,
        },
        clients.app,
      );

    const introspect = (by: { id: string; secret: string | undefined }) =>
      post("introspect", { token: secretOf("lat", n) }, by);

    const byKey = () => ({ authorization: `Bearer ${apiKeyOf(n)}`, accept: "application/json" });

    /** Two reports, of which the first may begin the lecture. It completes the course. */
    function reportProgress() {
      const event = { lecture_id: formatId("lecture", commonLecture), occurred_at: new Date().toISOString() };
      const events = [
        { ...event, id: newId(), kind: "position", position_seconds: 5 },
        { ...event, id: newId(), kind: "opened" },
      ];
      return app.inject({
        method: "POST",
        url: `/api/v1/enrollments/${formatId("enrollment", enrollmentOf(n))}/progress`,
        headers: { host: site.host, ...byKey() },
        payload: { events },
      });
    }

    const requests: Record<string, () => Promise<{ statusCode: number; body: string }>> = {
      "Token check and userinfo": () => get("/api/oauth/userinfo", bearer()),
      "Refresh rotation": refresh,
      "Code redemption": redeem,
      "Introspection by a bearer": () =>
        app.inject({
          method: "POST",
          url: "/api/oauth/introspect",
          headers: { host: site.host, "content-type": "application/x-www-form-urlencoded", ...bearer() },
          payload: encode({ token: secretOf("lat", n) }),
        }),
      "Introspection by a resource server": () => introspect(clients.resourceServer),
      "Introspection by an unrelated client": () => introspect(clients.unrelated),
      "Revocation of an access token": () => post("revoke", { token: secretOf("lat", n) }, clients.app),
      "Revocation of a refresh token": () => post("revoke", { token: secretOf("lrt", n) }, clients.app),
      "Authorization with remembered consent": () => {
        const client = { clientId: formatId("client", clients.app.id), redirectUri };
        return get(authorizeUrl(client, { scope: "openid account:read" }).url, cookie());
      },
      "Session lookup": () => get("/account", cookie()),
      "API key at the operator API": () => get(`/api/v1/members/${formatId("member", idOf(n))}`, byKey()),
      "API key at MCP": () =>
        app.inject({
          method: "POST",
          url: "/mcp",
          headers: { host: site.host, ...byKey() },
          payload: { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} },
        }),
      "Progress report": reportProgress,
      "Member viewer": () =>
        app.inject({
          method: "POST",
          url: "/member/graphql",
          headers: { host: site.host, ...bearer() },
          payload: { query: "{ viewer { id name email locale schools { name } } }" },
        }),
    };

    for (const state of states) {
      void test(state, async (t) => {
        if (state === "analyzed") await analyzeLargeSite(installation.database.pool);
        for (const [name, send] of Object.entries(requests)) {
          await t.test(name, async () => {
            n++;
            recorder.take();
            const { statusCode, body } = await send();
            const recorded = recorder.take();
            assert.ok(statusCode < 400, body);
            assert.ok(recorded.length > 0, "No statement was recorded.");
            assert.deepEqual(recorded.filter(isChecked).flatMap(excessOf), []);
          });
        }
      });
    }
  });
}

/** Describes the tables and indexes of which a statement reads too many rows. */
const excessOf = ({ text, mode, plan }: RecordedPlan): string[] =>
  nodesOf(plan)
    .filter((node) => "Index Name" in node || "Relation Name" in node)
    .filter((node) => readBy(node) > maxRowsPerTable)
    .map(
      (node) =>
        `${node["Index Name"] ?? node["Relation Name"]}: ${readBy(node)} rows (${mode} plan) of ${text.replaceAll(/\s+/g, " ")}`,
    );
