import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { roles } from "#access/roles.ts";
import { digest } from "#lib/secrets/secret.ts";
import { database } from "../../support/databases/database.ts";
import { auditOf } from "../../support/worlds/records.ts";
import { aSite, type Tokens } from "../../support/world.ts";
import { askInVain } from "../../oauth/support/ask.ts";
import { anOperator, applications, clientIn, register, secretIn } from "../support/applications.ts";
import { textOf } from "../support/asked.ts";

const pagesOf = (page: string) => [
  applications,
  `${applications}/new`,
  page,
  `${page}/edit`,
  `${page}/secret`,
  `${page}/delete`,
];

/** Form tokens differ in every response. */
const withoutCsrf = (body: string) => body.replaceAll(/"csrf" value="[^"]+"/g, "");

void describe("Developers, OAuth applications", () => {
  void test("requires the beta feature, for pages and forms", async () => {
    const { site, browser } = await anOperator();
    const { page, clientId } = clientIn(await register(browser));
    const form = await browser.open(`${page}/delete`);
    for (const path of pagesOf(page)) assert.equal((await browser.open(path)).status, 200, path);

    await site.set({ betaFeatures: [] });
    for (const path of pagesOf(page)) assert.equal((await browser.open(path)).status, 404, path);
    assert.equal((await browser.submit(form, {})).status, 404);
    assert.equal((await site.get(`/clients/${clientId}/logo`)).statusCode, 404);
    assert.equal((await browser.open("/admin")).body.includes(applications), false);

    await site.set({ betaFeatures: ["mcp_connections"] });
    assert.equal((await browser.open(page)).status, 200);
    assert.equal((await browser.open("/admin")).body.includes(applications), true);
  });

  void test("keeps applications working while the feature is off", async () => {
    const { site, browser } = await anOperator();
    const client = clientIn(await register(browser));
    await site.set({ betaFeatures: [] });
    const { access_token } = await site.connect(client, await site.member(), "openid account:read");
    assert.equal((await site.userinfo(access_token)).statusCode, 200);
  });

  void test("is for owners and managers only", async () => {
    const { site, browser } = await anOperator();
    const { page } = clientIn(await register(browser));
    for (const role of roles) {
      const visitor = await site.signedIn(await site.member({ roles: [role] }));
      const expected = role === "owner" || role === "manager" ? 200 : 403;
      for (const path of pagesOf(page)) assert.equal((await visitor.open(path)).status, expected, `${role}: ${path}`);
    }
    for (const path of pagesOf(page)) assert.match((await site.browser().open(path)).address, /^\/sign-in/, path);
  });

  void test("lists only the operators' applications of its own site", async () => {
    const { site, browser } = await anOperator();
    const registered = await site.register();
    const elsewhere = await anOperator();
    const foreign = clientIn(await register(elsewhere.browser));
    for (const id of [registered.clientId, foreign.clientId, "cli_00000000000000000000000000"]) {
      for (const path of pagesOf(`${applications}/${id}`).slice(2)) {
        assert.equal((await browser.open(path)).status, 404, path);
      }
    }
    assert.doesNotMatch((await browser.open(applications)).body, /cli_\w{26}/);
    for (const id of ["x", "mbr_00000000000000000000000000", "%00", "..%2f..%2faccount"]) {
      const { status } = await browser.open(`${applications}/${id}`);
      assert.ok(status === 400 || status === 404, `${id}: ${status}`);
    }
  });
});

/** The form of languages and themes leads back to its own address. */
const withoutSwitches = (body: string) => withoutCsrf(body).replace(/<form class="switches".*?<\/form>/s, "");

void describe("Registering an application", () => {
  void test("asks for the audience first, and offers its scopes", async () => {
    const { browser } = await anOperator();
    const choice = await browser.open(`${applications}/new`);
    for (const audience of ["member", "operator"]) assert.ok(choice.body.includes(`?audience=${audience}"`), audience);
    const member = (await browser.open(`${applications}/new?audience=member`)).body;
    const staff = (await browser.open(`${applications}/new?audience=operator`)).body;
    assert.match(member, /name="scope\.account:read"/);
    assert.doesNotMatch(member, /name="scope\.courses:/);
    assert.match(staff, /name="scope\.courses:write"/);
    assert.doesNotMatch(staff, /name="scope\.account:/);
    const unknown = await browser.open(`${applications}/new?audience=everybody`);
    assert.equal(withoutSwitches(unknown.body), withoutSwitches(choice.body));
  });

  void test("shows the secret of a confidential client once, uncached, and the secret works", async () => {
    const { site, operator, browser } = await anOperator();
    const made = await register(browser);
    assert.equal(made.status, 200);
    const client = clientIn(made);
    assert.ok(client.clientSecret);
    assert.equal(made.response.headers["cache-control"], "no-store");
    assert.doesNotMatch(made.address, /lcs_/);

    for (const path of pagesOf(client.page)) assert.equal(secretIn(await browser.open(path)), undefined, path);
    const { rows } = await database.pool.query<{ row: string; digest: Buffer }>(
      "select to_jsonb(clients)::text as row, secret_digest as digest from clients where site_id = $1",
      [site.id],
    );
    assert.equal(rows[0]!.row.includes(client.clientSecret), false);
    assert.deepEqual(rows[0]!.digest, digest(client.clientSecret));
    assert.equal(JSON.stringify(await auditOf(site)).includes(client.clientSecret), false);

    const student = await site.member({ roles: ["student"] });
    const tokens = await site.connect(client, student, "openid email account:read");
    assert.equal(tokens.scope, "openid email account:read");
    const viewer = await site.graphql("{ viewer { id } }", tokens.access_token);
    assert.deepEqual(viewer.json(), { data: { viewer: { id: student.sub } } });

    const entry = (await auditOf(site)).find(({ action }) => action === "createApplication")!;
    assert.deepEqual([entry.memberId, entry.resourceType, entry.resourceId], [operator.id, "client", client.clientId]);
    assert.deepEqual(entry.details, {
      name: "Study Buddy",
      audience: "member",
      confidential: true,
      redirectUris: [client.redirectUri],
      scopes: ["openid", "email", "account:read"],
      postLogoutRedirectUris: [],
      introspectsAllTokens: false,
    });
  });

  void test("gives a public client no secret, and redirects to its page", async () => {
    const { site, browser } = await anOperator();
    const made = await register(browser, { client_type: "public" });
    const client = clientIn(made);
    assert.equal(made.address, `${client.page}?done=created`);
    assert.equal(client.clientSecret, undefined);
    assert.ok((await site.connect(client, await site.member(), "openid")).access_token);
  });

  void test("for staff creates a client of operator scopes for members whose role allows them", async () => {
    const { site, operator, browser } = await anOperator();
    const scopes = { "scope.account:read": "on", "scope.courses:read": "on", "scope.courses:write": "on" };
    const client = clientIn(await register(browser, scopes, "operator"));
    const { scope } = await site.connect(client, operator, "openid email courses:read courses:write");
    assert.equal(scope, "openid email courses:read courses:write");
    const refused = await askInVain(site, client, { scope: "account:read" }, await site.signedIn(operator));
    assert.equal(refused.error, "invalid_scope");
  });

  void test("by a form that is sent twice creates one client and keeps its secret", async () => {
    const { site, browser } = await anOperator();
    const form = await browser.open(`${applications}/new?audience=member`);
    const fields = {
      name: "Twice",
      redirect_uris: "https://t.example/cb",
      client_type: "confidential",
      "scope.openid": "on",
    };
    const first = clientIn(await browser.submit(form, fields), "https://t.example/cb");
    const again = await browser.submit(form, fields);
    assert.equal(again.address, `${first.page}?done=repeated`);
    assert.equal(secretIn(again), undefined);
    assert.equal((await browser.open(applications)).body.split("Twice").length, 2);
    assert.ok((await site.connect(first, await site.member(), "openid")).access_token);
  });

  const wrong: [what: string, fields: Record<string, string | undefined>, says: string | RegExp][] = [
    ["no name", { name: undefined }, "Enter a name."],
    ["a name of spaces", { name: "   " }, "Enter a name."],
    ["a long name", { name: "x".repeat(101) }, "Use at most 100 characters."],
    ["a name with a control character", { name: "Ding\u0007" }, "Use letters, digits and punctuation."],
    ["a long description", { description: "x".repeat(1001) }, "Use at most 1,000 characters."],
    ["no redirect URI", { redirect_uris: "\n  \r\n" }, "Enter at least one URI."],
    [
      "many redirect URIs",
      { redirect_uris: Array.from({ length: 21 }, (_, index) => `https://a.example/${index}`).join("\n") },
      "Enter at most 20 URIs.",
    ],
    ["no kind", { client_type: undefined }, "Choose an application type."],
    ["an unknown kind", { client_type: "secret" }, "Choose an application type."],
    [
      "no scope",
      { "scope.openid": undefined, "scope.email": undefined, "scope.account:read": undefined },
      "Select at least one permission.",
    ],
    [
      "scopes of the other audience only",
      {
        "scope.openid": undefined,
        "scope.email": undefined,
        "scope.account:read": undefined,
        "scope.courses:read": "on",
      },
      "Select at least one permission.",
    ],
  ];
  for (const [what, fields, says] of wrong) {
    void test(`with ${what} reports it at the field, keeps the input, and creates nothing`, async () => {
      const { site, browser } = await anOperator();
      const page = await register(browser, fields);
      assert.equal(page.status, 400);
      const text = textOf(page);
      assert.ok(text.includes(String(says)), text);
      assert.match(page.body, /<title>Problem: /);
      assert.match(page.body, /aria-invalid="true"[^>]* aria-describedby="\w+-problem/);
      assert.ok(page.body.includes("Reminds people of their lessons.") === !("description" in fields));
      if (!("redirect_uris" in fields)) assert.ok(page.body.includes("https://buddy.example.test/callback"));
      if (!("scope.email" in fields)) assert.match(page.body, /name="scope\.email"\s+checked/);
      assert.doesNotMatch((await browser.open(applications)).body, /cli_\w{26}/);
      assert.deepEqual(await auditOf(site), []);
    });
  }

  void test("names the line of an invalid redirect URI", async () => {
    const { browser } = await anOperator();
    const page = await register(browser, { redirect_uris: "https://a.example/cb\r\n\r\n  http://a.example/cb\r\n" });
    assert.equal(page.status, 400);
    assert.match(textOf(page), /Line 3 matches none of the three/);
    assert.ok(page.body.includes("http://a.example/cb"));
  });

  void test("ignores a forged form", async () => {
    const { site, browser } = await anOperator();
    for (const csrf of ["", "made-up"]) {
      assert.equal((await register(browser, { csrf })).address, `${applications}/new?audience=member`);
    }
    assert.deepEqual(await auditOf(site), []);
  });

  void test("is not possible with any token", async () => {
    const { site, operator, browser } = await anOperator();
    const scopes = { "scope.school:write": "on", "scope.account:read": undefined };
    const client = clientIn(await register(browser, scopes, "operator"));
    const { access_token } = await site.connect(client, operator, "openid school:write");
    const answer = await site.get(applications, { bearer: access_token });
    assert.equal(answer.statusCode, 303);
    assert.match(String(answer.headers.location), /^\/sign-in/);
  });
});

void describe("The list of applications", () => {
  void test("is sorted newest first, paginated, and shows usage", async () => {
    const { site, browser } = await anOperator();
    const names = Array.from({ length: 120 }, (_, index) => `App ${String(index + 1).padStart(3, "0")}`);
    for (const name of names) await site.operatorClient({ name });
    const seen: string[] = [];
    let address: string | undefined = applications;
    for (let pages = 0; address !== undefined && pages < 10; pages++) {
      const { body } = await browser.open(address);
      seen.push(...[...body.matchAll(/App \d{3}/g)].map(([name]) => name));
      address = /href="([^"]*\?before=[^"]*)"/.exec(body)?.[1];
    }
    assert.deepEqual(seen, names.toReversed());
  });

  void test("shows the number of connected members and the last use", async () => {
    const { site, browser } = await anOperator();
    const client = clientIn(await register(browser));
    assert.match(textOf(await browser.open(applications)), /0 connected Not used yet/);
    const tokens: Tokens[] = [];
    for (const _ of [1, 2]) tokens.push(await site.connect(client, await site.member(), "openid"));
    assert.match(textOf(await browser.open(applications)), /2 connected Last used \d+ \w+ \d{4}/);
    const shown = textOf(await browser.open(client.page));
    assert.match(shown, /Connected members 2 Active connections 2 /);
    await site.postForm("/api/oauth/revoke", {
      token: tokens[0]!.refresh_token,
      client_id: client.clientId,
      client_secret: client.clientSecret,
    });
    assert.match(textOf(await browser.open(client.page)), /Connected members 2 Active connections 1 /);
  });

  void test("explains the first step when it is empty", async () => {
    const { browser } = await anOperator();
    const page = await browser.open(applications);
    assert.match(textOf(page), /No applications yet\./);
    assert.ok(page.body.includes(`href="${applications}/new"`));
  });

  void test("rejects an invalid cursor", async () => {
    const { browser } = await anOperator();
    for (const before of ["x", "mbr_00000000000000000000000000", "'"]) {
      assert.equal((await browser.open(`${applications}?before=${encodeURIComponent(before)}`)).status, 400, before);
    }
  });
});

void test("A site without operators' applications lists none of another site", async () => {
  const { browser } = await anOperator();
  await (await aSite()).operatorClient({ name: "Elsewhere" });
  assert.doesNotMatch((await browser.open(applications)).body, /Elsewhere/);
});
