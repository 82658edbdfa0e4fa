import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { scopeNames } from "#access/scopes.ts";
import type { RequestContext } from "#domain/platform/context.ts";
import { formatId, newId } from "#domain/platform/ids.ts";
import { type Operation, perform } from "#domain/platform/operation.ts";
import {
  blockMetadataClient,
  forgetReview,
  getMetadataClient,
  listMetadataClients,
  reviewMetadataClient,
  unblockMetadataClient,
} from "#oauth/metadata-documents/operations.ts";
import { later, minute } from "../support/clock.ts";
import { auditOf, outboxOf } from "../support/worlds/records.ts";
import { type Tokens } from "../support/world.ts";
import { assertRefused } from "./support/assert-refused.ts";
import { asks, inAdminArea } from "./support/document-client.ts";
import { decide, look, met, refusal, review } from "./support/met-application.ts";

const problem = (code: string, detail?: RegExp) => (error: { code?: string; message: string }) => {
  assert.equal(error.code, code, error.message);
  if (detail) assert.match(error.message, detail);
  return true;
};

void describe("A review", () => {
  void test("names at least one scope, of its audience only, or none for all scopes", async () => {
    const of = await met();
    const wrong: [string, string[] | undefined, RegExp][] = [
      ["limited", undefined, /Select at least one scope/],
      ["member", undefined, /Select at least one scope/],
      ["limited", [], /scopes/],
      ["limited", ["openid", "account:read"], /account:read cannot be granted to an operator client/],
      ["member", ["openid", "courses:read"], /courses:read cannot be granted to a member client/],
      ["approved", ["openid"], /Omit scopes/],
      ["limited", ["offline_access"], /scopes/],
      ["trusted", ["openid"], /decision/],
    ];
    for (const [decision, picked, why] of wrong) {
      await assert.rejects(review(of, decision, picked), problem("validation_failed", why));
    }
    assert.equal((await look(of)).state, "unreviewed");
  });

  void test("applies to the reviewed version: a changed document must be reviewed again", async () => {
    const of = await met();
    const { version } = await look(of);
    of.application.document["redirect_uris"] = [`https://${of.application.host}/next`];
    await later(11 * minute, () => asks(of.site, of.client));
    const input = { id: of.id, decision: "approved" };
    const attempt = (seen?: number) =>
      perform(reviewMetadataClient, inAdminArea(of.site, of.owner, ["owner"], seen), input);
    await assert.rejects(attempt(version), problem("etag_mismatch"));
    await assert.rejects(attempt(), problem("precondition_required"));
    assert.equal((await attempt(version + 1)).state, "reviewed");
  });

  void test("ends with its redirect URIs, and so does every grant of a member client", async () => {
    const of = await met();
    await review(of, "member", ["openid", "account:read"]);
    const student = await of.site.member();
    const tokens = await of.site.connect(of.client, student, "openid account:read");
    of.application.document["redirect_uris"] = [of.client.redirectUri, "http://127.0.0.1/new"];
    await later(11 * minute, async () => {
      await asks(of.site, of.client);
      assert.equal((await of.site.userinfo(tokens.access_token)).statusCode, 401);
      assertRefused(await of.site.refresh(of.client, tokens.refresh_token), 400, "invalid_grant");
    });
    const { state, audience, scopes, reviewedAt, reviewedBy } = await look(of);
    assert.deepEqual([state, audience, reviewedAt, reviewedBy], ["unreviewed", "operator", null, null]);
    assert.ok(scopes!.includes("courses:read") && !scopes!.includes("courses:write"));
    const entry = (await auditOf(of.site)).find(({ action }) => action === "changeClientDocument");
    assert.equal(entry!.details["reviewEnds"], true);
    assert.equal(entry!.actorKind, "anonymous");
  });

  void test("When the review of a staff application ends, the scopes of its tokens are reduced, and the tokens stay valid", async () => {
    const of = await met();
    await review(of, "approved");
    const tokens = await of.site.connect(of.client, of.owner, "openid courses:read courses:write");
    of.application.document["redirect_uris"] = ["http://127.0.0.1/new"];
    await later(11 * minute, async () => {
      await asks(of.site, of.client);
      const refreshed = (await of.site.refresh(of.client, tokens.refresh_token)).json<Tokens>();
      assert.equal(refreshed.scope, "openid courses:read");
    });
  });

  void test("survives a reordering of the redirect URIs and a new name", async () => {
    const uris = ["http://127.0.0.1/a", "http://127.0.0.1/b"];
    const of = await met({ redirect_uris: uris });
    await review(of, "approved");
    of.application.document["redirect_uris"] = uris.toReversed();
    of.application.document["client_name"] = "Field Notes II";
    await later(11 * minute, () => asks(of.site, of.client));
    const { name, state, redirectUris } = await look(of);
    assert.deepEqual([name, state, redirectUris], ["Field Notes II", "reviewed", uris.toReversed()]);
  });

  void test("is not restored with the redirect URIs", async () => {
    const of = await met();
    await review(of, "approved");
    of.application.document["redirect_uris"] = ["http://127.0.0.1/new"];
    await later(11 * minute, () => asks(of.site, of.client));
    of.application.document["redirect_uris"] = [of.client.redirectUri];
    await later(22 * minute, () => asks(of.site, of.client));
    assert.equal((await look(of)).state, "unreviewed");
  });

  void test("for another audience revokes consents; for the same audience it keeps them", async () => {
    const of = await met();
    const tokens = await of.site.connect(of.client, of.owner, "openid email");
    await review(of, "limited", ["openid", "email"]);
    assert.equal((await of.site.userinfo(tokens.access_token)).statusCode, 200);
    await review(of, "member", ["openid", "email"]);
    assert.equal((await of.site.userinfo(tokens.access_token)).statusCode, 401);
    const next = await of.site.connect(of.client, of.owner, "openid email");
    await review(of, "approved");
    assert.equal((await of.site.userinfo(next.access_token)).statusCode, 401);
  });

  void test("for another audience emits an event per ended grant, and so does a new document", async () => {
    const of = await met();
    const people = [of.owner, await of.site.member(), await of.site.member()];
    const ended = async () => (await outboxOf(of.site)).filter(({ type }) => type === "oauth_client.revoked");
    for (const person of people) await of.site.connect(of.client, person, "openid");
    await review(of, "limited", ["openid"]);
    assert.deepEqual(await ended(), []);
    await review(of, "member", ["openid"]);
    const events = await ended();
    assert.equal(new Set(events.map(({ objectId }) => objectId)).size, people.length);
    assert.deepEqual(events[0]!.data, { id: events[0]!.objectId, object: "grant" });

    await of.site.connect(of.client, of.owner, "openid");
    of.application.document["redirect_uris"] = ["http://127.0.0.1/new"];
    await later(11 * minute, () => asks(of.site, of.client));
    assert.equal((await ended()).length, people.length + 1);
  });

  void test("creates no member client at a site without MCP connections, but can update an existing one", async () => {
    const of = await met();
    await of.site.set({ betaFeatures: [] });
    await assert.rejects(review(of, "member", ["openid"]), problem("invalid_state", /MCP connections/));
    assert.equal((await look(of)).state, "unreviewed");
    await of.site.set({ betaFeatures: ["mcp_connections"] });
    await review(of, "member", ["openid", "email"]);
    await of.site.set({ betaFeatures: [] });
    assert.deepEqual((await review(of, "member", ["openid"])).scopes, ["openid"]);
  });

  void test("can be narrowed, effective at the next request, and deleted", async () => {
    const of = await met();
    await review(of, "approved");
    const tokens = await of.site.connect(of.client, of.owner, "openid email courses:write");
    await review(of, "limited", ["openid"]);
    const userinfo = (await of.site.userinfo(tokens.access_token)).json<object>();
    assert.deepEqual(userinfo, { sub: of.owner.sub });
    await decide(of, forgetReview);
    assert.equal((await look(of)).state, "unreviewed");
    assert.equal(await refusal(of, "courses:write"), "invalid_scope");
    assert.equal((await of.site.refresh(of.client, tokens.refresh_token)).json<Tokens>().scope, "openid email");
  });

  void test("like every other decision, requires a site administrator in a browser or on the machine", async () => {
    const of = await met();
    const { version } = await look(of);
    const operations: [Operation, object][] = [
      [listMetadataClients, {}],
      [getMetadataClient, { id: of.id }],
      [reviewMetadataClient, { id: of.id, decision: "approved" }],
      [forgetReview, { id: of.id }],
      [blockMetadataClient, { id: of.id }],
      [unblockMetadataClient, { id: of.id }],
    ];
    const token = { kind: "token", clientId: newId(), memberId: of.owner.id, grantId: newId() } as const;
    const callers = [
      { kind: "anonymous" } as const,
      { ...token, scopes: new Set(scopeNames), roles: ["owner"] as const },
      inAdminArea(of.site, of.owner, ["lecturer", "teaching_assistant", "student"]).caller,
    ];
    for (const [operation, input] of operations) {
      for (const caller of callers) {
        const context = { ...of.site.context(), caller, ifMatch: [version] };
        await assert.rejects(perform(operation, context, input), problem("role_required"), operation.name);
      }
    }
    assert.equal((await look(of)).version, version);
    const machine: RequestContext = { ...of.site.context(), caller: { kind: "cli" }, ifMatch: [version] };
    const reviewed = await perform(reviewMetadataClient, machine, { id: of.id, decision: "approved" });
    assert.deepEqual([reviewed.state, reviewed.reviewedBy], ["reviewed", null]);
  });

  void test("A review of another site's application, or of a client without a document, is not found", async () => {
    const [here, there] = [await met(), await met()];
    const plain = await here.site.operatorClient();
    for (const id of [there.id, plain.clientId, formatId("client", newId())]) {
      for (const operation of [getMetadataClient, forgetReview, blockMetadataClient, unblockMetadataClient]) {
        await assert.rejects(decide({ ...here, id }, operation), problem("not_found"));
      }
      const attempt = perform(reviewMetadataClient, inAdminArea(here.site, here.owner, ["owner"], 1), {
        id,
        decision: "approved",
      });
      await assert.rejects(attempt, problem("not_found"));
    }
    assert.equal((await look(there)).version, 1);
  });

  void test("is recorded in the audit log, like blocking and deleting", async () => {
    const of = await met();
    await review(of, "limited", ["openid"]);
    for (const operation of [blockMetadataClient, unblockMetadataClient, forgetReview]) await decide(of, operation);
    const entries = (await auditOf(of.site)).slice(1);
    assert.deepEqual(
      entries.map(({ action, actorKind, memberId, resourceId }) => [action, actorKind, memberId, resourceId]),
      ["reviewMetadataClient", "blockMetadataClient", "unblockMetadataClient", "forgetReview"].map((action) => [
        action,
        "person",
        of.owner.id,
        of.id,
      ]),
    );
    const { url, document } = of.application;
    const { redirect_uris: redirectUris } = document;
    const decided = { metadataUrl: url, decision: "limited", scopes: ["openid"] };
    assert.deepEqual(entries[0]!.details, { ...decided, redirectUris, postLogoutRedirectUris: [] });
  });
});
