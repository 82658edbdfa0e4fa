import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { type LiveSite, aLiveSite } from "../support/worlds/live-site.ts";
import { aLoopbackClient, type LoopbackClient } from "../support/doubles/loopback-client.ts";
import { aPerson, decide, readConsent, signIn } from "../support/worlds/person.ts";
import { challengeFor, newVerifier } from "../support/world.ts";
import { anOperatorAgent, type Json } from "./support/agent.ts";

void describe("An agent that knows only the address of a site", () => {
  let browser: Browser;
  let live: LiveSite;
  let callback: LoopbackClient;
  before(async () => {
    [browser, live, callback] = await Promise.all([launchBrowser(), aLiveSite(), aLoopbackClient()]);
  });
  after(() => Promise.all([browser.close(), live.close(), callback.close()]));

  /** The school before the agent arrives: courses in two languages, one with a price. */
  async function aSchool() {
    const staff = await anOperatorAgent(live.site);
    const make = async (name: string, language: string, description_markdown: string) => {
      const { result } = await staff.call("create_course", { name, language, description_markdown });
      const plan = { name: "Once", plan_type: "one_time", price: { amount: "1200.00", currency: "TWD" } };
      const saved = await staff.call("save_course_plan", { course: result["id"], plan });
      assert.equal(saved.failure, undefined, JSON.stringify(saved.failure));
      const section = {
        title: "One",
        status: "published",
        lectures: [{ title: "First", kind: "text", body_markdown: "Hello.", status: "published" }],
      };
      const { result: read } = await staff.call("get_curriculum", { course: result["id"] });
      await staff.call("save_curriculum", {
        course: result["id"],
        tree: { sections: [section] },
        if_match: read["etag"],
      });
      const { failure } = await staff.call("set_course_state", { course: result["id"], state: "publish" });
      assert.equal(failure, undefined, JSON.stringify(failure));
    };
    await make("夜空觀星入門", "zh-TW", "認識星座與望遠鏡。");
    await make("Reading the night sky", "en", "Stars and telescopes.");
    return staff.member;
  }

  void test("finds a course and its price, gets permission from a person, and changes a description after a dry run", async () => {
    const owner = await aSchool();
    const { origin } = live;
    let token: string | undefined;
    const rpc = async (name: string, args: Json) => {
      const response = await fetch(`${origin}/mcp`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
      });
      const body = (await response.json()) as { result?: { structuredContent: Json; isError?: boolean } };
      return { response, result: body.result?.structuredContent ?? {}, isError: body.result?.isError === true };
    };

    // The documents say where the tools are.
    const index = await (await fetch(`${origin}/llms.txt`)).text();
    assert.match(index, new RegExp(`${origin}/mcp`));

    // A course about a topic in its language, and its price.
    const { result: found } = await rpc("search", { query: "星座", types: ["course"] });
    const [hit] = found["results"] as { id: string; title: string }[];
    assert.equal(hit?.title, "夜空觀星入門");
    const { result: course } = await rpc("get_course", { course: hit.id });
    const [plan] = course["plans"] as { price: Json }[];
    assert.deepEqual([course["language"], plan?.price], ["zh-TW", { amount: "1200.00", currency: "TWD" }]);
    const prices = await (await fetch(`${origin}/pricing.md`)).text();
    assert.match(prices, /夜空觀星入門/);

    // Changing it needs permission; the challenge says where to get it.
    const { response: refused } = await rpc("sign_in", { scopes: ["openid", "courses:read", "courses:write"] });
    assert.equal(refused.status, 401);
    const challenge = refused.headers.get("www-authenticate")!;
    const [, metadataUrl] = /resource_metadata="([^"]+)"/.exec(challenge)!;
    const [, scope] = /scope="([^"]+)"/.exec(challenge)!;
    const resource = (await (await fetch(metadataUrl!)).json()) as {
      resource: string;
      authorization_servers: [string];
    };
    const server = (await (
      await fetch(`${resource.authorization_servers[0]}/.well-known/oauth-authorization-server`)
    ).json()) as Record<"registration_endpoint" | "authorization_endpoint" | "token_endpoint" | "issuer", string>;
    const registered = await fetch(server.registration_endpoint, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        client_name: "Errand Agent",
        application_type: "native",
        redirect_uris: [callback.redirectUri],
        token_endpoint_auth_method: "none",
      }),
    });
    const { client_id: clientId } = (await registered.json()) as { client_id: string };

    // A person reads the request and allows it.
    const verifier = newVerifier();
    const request = new URL(server.authorization_endpoint);
    request.search = new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: callback.redirectUri,
      scope: scope!,
      resource: resource.resource,
      state: "errand",
      code_challenge: challengeFor(verifier),
      code_challenge_method: "S256",
    }).toString();
    const page = await aPerson(browser);
    await page.goto(request.href);
    await signIn(page, owner);
    await readConsent(page, "Errand Agent");
    await decide(page, "Allow");
    const answer = (await callback.nextAnswer()).searchParams;
    await page.context().close();
    assert.deepEqual([answer.get("state"), answer.get("iss")], ["errand", server.issuer]);
    const exchanged = await fetch(server.token_endpoint, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code: answer.get("code")!,
        redirect_uri: callback.redirectUri,
        client_id: clientId,
        code_verifier: verifier,
        resource: resource.resource,
      }),
    });
    ({ access_token: token } = (await exchanged.json()) as { access_token: string });

    // A dry run, then the change itself, based on the version that it read.
    const { result: before } = await rpc("admin_get_course", { course: hit.id });
    const change = {
      course: hit.id,
      changes: { description_markdown: "認識星座、行星與望遠鏡。" },
      if_match: before["etag"],
    };
    const { result: tried } = await rpc("update_course", { ...change, dry_run: true });
    assert.equal((tried["would"] as Json)["description_markdown"], "認識星座、行星與望遠鏡。");
    assert.equal((await rpc("get_course", { course: hit.id })).result["description_markdown"], "認識星座與望遠鏡。");
    const { isError } = await rpc("update_course", change);
    assert.equal(isError, false);
    const { result: after } = await rpc("get_course", { course: hit.id });
    assert.equal(after["description_markdown"], "認識星座、行星與望遠鏡。");
    const twice = await rpc("update_course", change);
    assert.equal(twice.isError, true, "The version that it read is stale.");
  });
});
