import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { type OAuthClientProvider, UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationFull, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import type { Browser } from "playwright-core";
import { launchBrowser } from "../support/browser.ts";
import { type LiveSite, aLiveSite } from "../support/worlds/live-site.ts";
import { aLoopbackClient, type LoopbackClient } from "../support/doubles/loopback-client.ts";
import { aPerson, decide, readConsent, signIn } from "../support/worlds/person.ts";
import { anOperatorAgent } from "./support/agent.ts";

/** The host's in-memory storage of its client. */
class Host implements OAuthClientProvider {
  readonly redirectUrl: string;
  requested: URL | undefined;
  #information: OAuthClientInformationFull | undefined;
  #tokens: OAuthTokens | undefined;
  #verifier = "";

  /** Without a `clientId`, the client registers itself. */
  constructor(redirectUrl: string, clientId?: string) {
    this.redirectUrl = redirectUrl;
    if (clientId !== undefined) this.#information = { client_id: clientId, redirect_uris: [redirectUrl] };
  }

  get clientMetadata() {
    return {
      client_name: "Desk Agent",
      redirect_uris: [this.redirectUrl],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
    };
  }
  clientInformation = () => this.#information;
  saveClientInformation = (information: OAuthClientInformationFull) => {
    this.#information = information;
  };
  tokens = () => this.#tokens;
  saveTokens = (tokens: OAuthTokens) => {
    this.#tokens = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.requested = url;
  };
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  codeVerifier = () => this.#verifier;
}

const newClient = () => new Client({ name: "desk-agent", version: "1.0.0" });

void describe("the official MCP client", () => {
  let browser: Browser;
  let live: LiveSite;
  let callback: LoopbackClient;

  before(async () => {
    [browser, live, callback] = await Promise.all([launchBrowser(), aLiveSite(), aLoopbackClient()]);
    const staff = await anOperatorAgent(live.site);
    await staff.call("create_course", { name: "Tides" });
  });
  after(() => Promise.all([browser.close(), live.close(), callback.close()]));

  void test("connects without a token, lists the public tools and calls one", async () => {
    const client = newClient();
    await client.connect(new StreamableHTTPClientTransport(new URL(`${live.origin}/mcp`)));
    const { tools } = await client.listTools();
    assert.ok(tools.some(({ name }) => name === "search"));
    const { structuredContent } = await client.callTool({ name: "get_site_info", arguments: {} });
    assert.equal((structuredContent as { name: string }).name, "Harbour School");
    await client.close();
  });

  void test("signs in when a tool requires it: registers, sends the person to consent, and continues with a token", async () => {
    const member = await live.site.member({ name: "Ana Lima", roles: ["owner"] });
    const host = new Host(callback.redirectUri);
    const url = new URL(`${live.origin}/mcp`);
    const first = newClient();
    const transport = new StreamableHTTPClientTransport(url, { authProvider: host });
    await first.connect(transport);
    const signingIn = first.callTool({ name: "sign_in", arguments: { scopes: ["openid", "courses:read"] } });
    await assert.rejects(signingIn, UnauthorizedError);

    const page = await aPerson(browser);
    await page.goto(host.requested!.href);
    await signIn(page, member);
    await readConsent(page, "Desk Agent");
    await decide(page, "Allow");
    const answer = await callback.nextAnswer();
    await page.context().close();
    await transport.finishAuth(answer.searchParams.get("code")!);
    await first.close();

    const second = newClient();
    await second.connect(new StreamableHTTPClientTransport(url, { authProvider: host }));
    const { structuredContent } = await second.callTool({ name: "check_connection", arguments: {} });
    const connection = structuredContent as { signed_in: boolean; member_id: string; scopes: string[] };
    assert.deepEqual([connection.signed_in, connection.member_id], [true, member.sub]);
    assert.deepEqual(connection.scopes, ["openid", "courses:read"]);
    assert.ok((await second.listTools()).tools.some(({ name }) => name === "admin_list_courses"));
    await second.close();
  });

  for (const { name, clientOf, role, tool, data } of [
    {
      name: "of staff that registers itself",
      clientOf: async () => undefined,
      role: "owner",
      tool: "admin_list_courses",
      data: [{ name: "Tides" }],
    },
    {
      name: "that the school registered for its members",
      clientOf: async () =>
        (await live.site.operatorClient({ audience: "member", redirectUris: [callback.redirectUri] })).clientId,
      role: "student",
      tool: "list_my_courses",
      data: [],
    },
  ] as const) {
    void test(`signs in at /mcp/connect and calls a private tool, as a client ${name}`, async () => {
      const member = await live.site.member({ roles: [role] });
      const host = new Host(callback.redirectUri, await clientOf());
      const url = new URL(`${live.origin}/mcp/connect`);
      const transport = new StreamableHTTPClientTransport(url, { authProvider: host });
      await assert.rejects(newClient().connect(transport), UnauthorizedError);

      const page = await aPerson(browser);
      await page.goto(host.requested!.href);
      await signIn(page, member);
      await decide(page, "Allow");
      const answer = await callback.nextAnswer();
      await page.context().close();
      await transport.finishAuth(answer.searchParams.get("code")!);

      const client = newClient();
      await client.connect(new StreamableHTTPClientTransport(url, { authProvider: host }));
      assert.ok((await client.listTools()).tools.some((listed) => listed.name === tool));
      // The client compares the result with the schema of the listed tool.
      const { isError, structuredContent } = await client.callTool({ name: tool, arguments: { fields: ["name"] } });
      assert.notEqual(isError, true);
      assert.deepEqual((structuredContent as { data: object[] }).data, data);
      await client.close();
    });
  }
});
