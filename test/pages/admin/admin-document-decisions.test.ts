import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { later, minute } from "../../support/clock.ts";
import { auditOf } from "../../support/worlds/records.ts";
import { answerOf, type AMember } from "../../support/world.ts";
import { asks, assertAccepted, assertRefusedOnPage } from "../../oauth/support/document-client.ts";
import { textOf } from "../support/asked.ts";
import { decide, met, type Met, path } from "../support/admin-documents.ts";

const ticked = (...scopes: string[]) => Object.fromEntries(scopes.map((scope) => [`scope.${scope}`, "on"]));

const scopesOf = async ({ site, client }: Met, member: AMember, scope: string) =>
  (await site.connect(client, member, scope)).scope;

/** Errors of an unreviewed client are redirected only once the member has signed in. */
const refusal = async ({ site, client, owner }: Met, scope: string) =>
  answerOf(await asks(site, client, { scope }, await site.signedIn(owner))).error;

void describe("A decision", () => {
  void test("to approve allows operator scopes at the next request, and records actor and time", async () => {
    const of = await met();
    assert.equal(await refusal(of, "openid courses:write"), "invalid_scope");
    const page = await decide(of, "review?decision=approved");
    assert.equal(page.address, `${of.address}?done=reviewed`);
    assert.match(textOf(page), /Your review has been saved\..*Approved .* Reviewed .* UTC by Olga Mertens/);
    assert.equal(await scopesOf(of, of.owner, "openid courses:write"), "openid courses:write");
    assert.equal(await refusal(of, "account:read"), "invalid_scope");
    const entry = (await auditOf(of.site)).findLast(({ action }) => action === "reviewMetadataClient")!;
    assert.deepEqual([entry.memberId, entry.details["decision"]], [of.owner.id, "approved"]);
  });

  void test("to limit allows the selected scopes, and removes the others from existing tokens", async () => {
    const of = await met();
    const tokens = await of.site.connect(of.client, of.owner, "openid email");
    const form = await of.browser.open(`${of.address}/review?decision=limited`);
    assert.match(form.body, /name="scope\.courses:read"\s+checked/, "current scopes are selected");
    assert.doesNotMatch(form.body, /name="scope\.courses:write"\s+checked|scope\.account:read/);
    const page = await of.browser.submit(form, ticked("email", "courses:read", "courses:write"));
    assert.match(textOf(page), /Limited/);
    assert.equal(await scopesOf(of, of.owner, "email courses:read courses:write"), "email courses:read courses:write");
    assert.equal(await refusal(of, "openid"), "invalid_scope");
    assert.equal((await of.site.userinfo(tokens.access_token)).statusCode, 403, "openid was removed");
  });

  void test("to trust it as a member client allows account scopes after new consent", async () => {
    const of = await met();
    const student = await of.site.member();
    const tokens = await of.site.connect(of.client, student, "openid");
    const form = await of.browser.open(`${of.address}/review?decision=member`);
    assert.match(textOf(form), /Connected members \(1\) have to authorize it again\./);
    assert.doesNotMatch(form.body, /scope\.courses:read/);
    await of.browser.submit(form, ticked("openid", "account:read"));
    assert.equal((await of.site.userinfo(tokens.access_token)).statusCode, 401);
    assert.equal(await scopesOf(of, student, "openid account:read"), "openid account:read");
    for (const scope of ["account:write", "courses:read"])
      assert.equal(await refusal(of, scope), "invalid_scope", scope);
  });

  void test("to trust it as a member client is offered once MCP connections are on, and for existing member clients", async () => {
    const of = await met();
    const trust = /review\?decision=member/;
    const requested = await of.browser.open(`${of.address}/review?decision=member`);
    await of.site.set({ betaFeatures: [] });
    const page = await of.browser.open(of.address);
    assert.match(page.body, /review\?decision=limited/);
    assert.doesNotMatch(page.body, trust);
    assert.equal((await of.browser.open(`${of.address}/review?decision=member`)).address, of.address);
    const refused = await of.browser.submit(requested, ticked("openid", "account:read"));
    assert.equal(refused.status, 409);
    assert.match(textOf(refused), /MCP connections/);
    assert.equal(await refusal(of, "account:read"), "invalid_scope");

    await of.site.set({ betaFeatures: ["mcp_connections"] });
    await decide(of, "review?decision=member", ticked("openid", "account:read"));
    await of.site.set({ betaFeatures: [] });
    assert.match((await of.browser.open(of.address)).body, trust);
    await decide(of, "review?decision=member", ticked("openid"));
    assert.equal(await refusal(of, "account:read"), "invalid_scope");
  });

  void test("shows the redirect addresses it applies to, even if the document changes meanwhile", async () => {
    const of = await met();
    await of.browser.open(of.address);
    const next = `https://${of.application.host}/next`;
    of.application.document["redirect_uris"] = [next];
    await later(11 * minute, () => asks(of.site, of.client));
    for (const decision of ["approved", "limited", "member"]) {
      const { body } = await of.browser.open(`${of.address}/review?decision=${decision}`);
      assert.ok(body.includes(`>${next}<`), decision);
      assert.ok(!body.includes(of.client.redirectUri), decision);
    }
  });

  void test("to limit needs at least one scope", async () => {
    const of = await met();
    for (const decision of ["limited", "member"]) {
      const page = await decide(of, `review?decision=${decision}`);
      assert.equal(page.status, 400);
      assert.match(textOf(page), /Select at least one permission\./);
    }
    assert.match(textOf(await of.browser.open(of.address)), /Not reviewed/);
  });

  void test("to block it revokes its tokens at the next request; unblocking restores them", async () => {
    const of = await met();
    const tokens = await of.site.connect(of.client, await of.site.member(), "openid");
    const blocked = await decide(of, "block");
    assert.match(textOf(blocked), /The application is blocked\..*Blocked since/);
    assert.equal((await of.site.userinfo(tokens.access_token)).statusCode, 401);
    assert.equal((await of.site.refresh(of.client, tokens.refresh_token)).statusCode, 401);
    await assertRefusedOnPage(of.site, of.client, /blocked/);
    const unblocked = await of.browser.submit(blocked, {}, `${of.address}/unblock`);
    assert.equal(unblocked.address, `${of.address}?done=unblocked`);
    assert.equal((await of.site.userinfo(tokens.access_token)).statusCode, 200);
    await assertAccepted(of.site, of.client);
  });

  void test("can be reset: the application keeps read access only", async () => {
    const of = await met();
    assert.doesNotMatch((await of.browser.open(of.address)).body, /\/forget/);
    await decide(of, "review?decision=approved");
    const page = await decide(of, "forget");
    assert.equal(page.address, `${of.address}?done=forgotten`);
    assert.match(textOf(page), /Not reviewed/);
    assert.equal(await refusal(of, "courses:write"), "invalid_scope");
    assert.equal(await scopesOf(of, of.owner, "courses:read"), "courses:read");
  });

  void test("applies to the reviewed version: if the application has changed, nothing is decided", async () => {
    const of = await met();
    const form = await of.browser.open(`${of.address}/review?decision=approved`);
    await decide(of, "review?decision=limited", ticked("openid"));
    const page = await of.browser.submit(form, {});
    assert.equal(page.address, `${of.address}?done=changed`);
    assert.match(textOf(page), /Your review was not saved.*Limited/);
    const forged = await of.browser.submit({ ...form, body: form.body.replace(/name="version" value="\d+"/, "") }, {});
    assert.equal(forged.address, `${of.address}?done=changed`);
  });

  void test("A decision of an unknown kind leads back to the application, and an unknown application is 404", async () => {
    const of = await met();
    for (const way of ["review", "review?decision=praise"]) {
      assert.equal((await of.browser.open(`${of.address}/${way}`)).address, of.address);
    }
    const csrf = /name="csrf" value="([^"]+)"/.exec((await of.browser.open(of.address)).body)![1]!;
    const { clientId } = await of.site.operatorClient();
    for (const id of [clientId, "cli_00000000000000000000000000", "x"]) {
      const urls = ["", "/review?decision=approved", "/block", "/forget"].map((end) => `${path}/${id}${end}`);
      const pages = [
        ...(await Promise.all(urls.map((url) => of.browser.open(url)))),
        ...(await Promise.all(
          ["review?decision=approved", "block", "unblock", "forget"].map((end) =>
            of.browser.open(`${path}/${id}/${end}`, { csrf, version: "1" }),
          ),
        )),
      ];
      for (const { status } of pages) assert.ok(status === 404 || status === 400, `${id}: ${status}`);
    }
  });

  void test("in a forged form is ignored", async () => {
    const of = await met();
    const fields = { csrf: "made-up", version: "1", ...ticked("openid") };
    for (const end of ["review?decision=approved", "review?decision=limited", "block", "unblock", "forget"]) {
      assert.equal((await of.browser.open(`${of.address}/${end}`, fields)).status, 403, end);
    }
    await of.browser.open(path, { csrf: "made-up", open: "on", hosts: "evil.example" });
    assert.match(textOf(await of.browser.open(of.address)), /Not reviewed/);
    assert.doesNotMatch((await of.browser.open(path)).body, /evil\.example/);
  });
});
