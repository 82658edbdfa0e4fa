import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { type LiveSite, aLiveSite } from "../support/worlds/live-site.ts";
import { aLoopbackClient, type LoopbackClient } from "../support/doubles/loopback-client.ts";
import { aPerson, decide, readConsent, signIn } from "../support/worlds/person.ts";
import type { AMember } from "../support/world.ts";

/** The host's in-memory storage of its client. */
class Host implements OAuthClientProvider {
  readonly redirectUrl: string;
  requested: URL | undefined;
  #information: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #verifier = "";
  #discovered: OAuthDiscoveryState | undefined;

  constructor(redirectUrl: string) {
    this.redirectUrl = redirectUrl;
  }

  get clientMetadata() {
    return {
      client_name: "Desk Agent",
      application_type: "native" as const,
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    };
  }
  clientInformation = () => this.#information;
  saveClientInformation = (information: StoredOAuthClientInformation) => {
    this.#information = information;
  };
  tokens = () => this.#tokens;
  saveTokens = (tokens: StoredOAuthTokens) => {
    this.#tokens = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.requested = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  codeVerifier = () => this.#verifier;
  discoveryState = () => this.#discovered;
  saveDiscoveryState = (state: OAuthDiscoveryState) => {
    this.#discovered = state;
  };
}

void describe("The next-generation official client", () => {
  let browser: Browser;
  let live: LiveSite;
  let callback: LoopbackClient;

  before(async () => {
    [browser, live, callback] = await Promise.all([launchBrowser(), aLiveSite(), aLoopbackClient()]);
  });
  after(() => Promise.all([browser.close(), live.close(), callback.close()]));

  const connected = async (host?: Host) => {
    const client = new Client({ name: "desk-agent", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
    const url = new URL(`${live.origin}/mcp`);
    const transport = new StreamableHTTPClientTransport(url, host ? { authProvider: host } : {});
    await client.connect(transport);
    return { client, transport };
  };

  /** The person allows the request in a browser. */
  async function allow(host: Host, transport: StreamableHTTPClientTransport, member: AMember) {
    const page = await aPerson(browser);
    await page.goto(host.requested!.href);
    await signIn(page, member);
    const read = await readConsent(page, "Desk Agent");
    await decide(page, "Allow");
    const answer = await callback.nextAnswer();
    await page.context().close();
    await transport.finishAuth(answer.searchParams);
    return read;
  }

  void test("connects without a token with the newer protocol, and reads lists, resources and completions", async () => {
    const { client } = await connected();
    assert.equal(client.getProtocolEra(), "modern");
    const { tools } = await client.listTools();
    assert.ok(tools.some(({ name }) => name === "search"));
    const { structuredContent } = await client.callTool({ name: "get_site_info", arguments: {} });
    assert.equal((structuredContent as { name: string }).name, "Harbour School");
    const { contents } = await client.readResource({ uri: "site://about" });
    assert.match((contents[0] as { text: string }).text, /Harbour School/);
    const { completion } = await client.complete({
      ref: { type: "ref/resource", uri: "site://catalog/{kind}/{slug}" },
      argument: { name: "kind", value: "me" },
    });
    assert.deepEqual(completion.values, ["membership_plan"]);
    await client.close();
  });

  void test("signs in after a challenge, steps up when a tool needs more scopes, and calls it", async () => {
    const member = await live.site.member({ name: "Ana Lima", roles: ["owner"] });
    const host = new Host(callback.redirectUri);
    const { client, transport } = await connected(host);
    const signingIn = client.callTool({ name: "sign_in", arguments: { scopes: ["openid", "courses:read"] } });
    await assert.rejects(signingIn, UnauthorizedError);
    await allow(host, transport, member);
    const list = await client.callTool({ name: "admin_list_courses", arguments: {} });
    assert.deepEqual((list.structuredContent as { data: object[] }).data, []);

    const creating = () => client.callTool({ name: "create_course", arguments: { name: "Tides" } });
    await assert.rejects(creating, UnauthorizedError);
    assert.deepEqual(host.requested!.searchParams.get("scope")?.split(" ").toSorted(), [
      "courses:read",
      "courses:write",
      "openid",
    ]);
    await allow(host, transport, member);
    const { structuredContent } = await creating();
    assert.equal((structuredContent as { slug: string }).slug, "tides");

    // The client compares the result with the schema of the listed tool.
    await client.listTools();
    const partial = await client.callTool({ name: "admin_list_courses", arguments: { fields: ["name"] } });
    assert.deepEqual((partial.structuredContent as { data: object[] }).data, [{ name: "Tides" }]);
    await client.close();
  });
});
