import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { formatClientId } from "#oauth/clients/client.ts";
import { later, minute } from "../support/clock.ts";
import { anApplication } from "../support/document-web.ts";
import { auditOf } from "../support/records.ts";
import type { SiteSettings } from "#domain/sites/settings.ts";
import { answerOf, type AMember, type ASite } from "../support/world.ts";
import {
  asks,
  aSiteOnline,
  assertAccepted,
  assertRefusedOnPage,
  clientOf,
  storedClient,
} from "../oauth/support/document-client.ts";
import { textOf } from "./support/asked.ts";

const path = "/admin/developers/documents";

const everything = { openClientMetadataDocuments: true, betaFeatures: ["mcp_connections" as const] };

async function aRunSite(settings: Partial<SiteSettings> = everything) {
  const site = await aSiteOnline(settings);
  const owner = await site.member({ name: "Olga Mertens", roles: ["owner"] });
  return { site, owner, browser: await site.signedIn(owner) };
}

/** A site that an application has come to, with the page of that application. */
async function met(fields: Record<string, unknown> = {}) {
  const run = await aRunSite();
  const application = anApplication(fields);
  const client = clientOf(application);
  await asks(run.site, client);
  const id = formatClientId((await storedClient(run.site, application))!.id);
  return { ...run, application, client, id, address: `${path}/${id}` };
}
type Met = Awaited<ReturnType<typeof met>>;

/** Goes through the page that asks, and answers it. */
async function decide({ browser, address }: Met, way: string, fields: Record<string, string> = {}) {
  const page = await browser.open(`${address}/${way}`);
  return browser.submit(page, fields);
}
const ticked = (...scopes: string[]) => Object.fromEntries(scopes.map((scope) => [`scope.${scope}`, "on"]));

const scopesOf = async ({ site, client }: Met, member: AMember, scope: string) =>
  (await site.connect(client, member, scope)).scope;
const refusal = async ({ site, client }: Met, scope: string) => answerOf(await asks(site, client, { scope })).error;

const supported = async (site: ASite) =>
  (await site.get("/.well-known/oauth-authorization-server")).json<Record<string, unknown>>()[
    "client_id_metadata_document_supported"
  ];

void describe("Whose documents are accepted", () => {
  void test("is decided by the list of hosts, at once: on it, off it, and discovery says whether there are any", async () => {
    const { site, browser } = await aRunSite({});
    const application = anApplication();
    const client = clientOf(application);
    assert.match((await browser.open(path)).body, /No host stands here and open registration is off/);
    assert.equal(await supported(site), false);
    await assertRefusedOnPage(site, client, /accepts no client whose document is at/);

    const saved = await browser.submit(await browser.open(path), { hosts: `other.example\r\n${application.host}` });
    assert.equal(saved.address, `${path}?done=saved`);
    assert.match(saved.body, new RegExp(`>\nother\\.example\n${application.host}</textarea`));
    assert.equal(await supported(site), true);
    await assertAccepted(site, client);
    const tokens = await site.connect(client, await site.member(), "openid");
    assert.equal((await site.userinfo(tokens.access_token)).statusCode, 200);

    const page = await browser.submit(saved, { hosts: "other.example" });
    assert.equal((await site.userinfo(tokens.access_token)).statusCode, 401);
    await assertRefusedOnPage(site, client, /accepts no client whose document is at/);
    assert.match(page.body, /Its host is not accepted at present/);
    await browser.submit(page, {});
    assert.equal(await supported(site), false);
  });

  void test("is anybody's with open registration, at once, and no longer once that is off", async () => {
    const { site, browser } = await aRunSite({});
    const client = clientOf(anApplication());
    const open = await browser.submit(await browser.open(path), { open: "on" });
    assert.match(open.body, /name="open"\s+checked/);
    assert.equal(await supported(site), true);
    await assertAccepted(site, client);
    await browser.submit(open, {});
    await assertRefusedOnPage(site, client, /accepts no client whose document is at/);
    const changes = (await auditOf(site)).filter(({ action }) => action === "changeSettings");
    assert.deepEqual(
      changes.map(({ details }) => details["openClientMetadataDocuments"]),
      [true, false],
    );
  });

  void test("is written as people write it: copied from an address, in capitals, twice, with empty lines", async () => {
    const { browser } = await aRunSite({});
    const hosts =
      " Apps.Example \r\n\r\nhttps://apps.example/\r\napps.example:443\r\nbücher.example\r\nx.example:8443 ";
    const { body } = await browser.submit(await browser.open(path), { hosts });
    assert.match(body, />\napps\.example\nxn--bcher-kva\.example\nx\.example:8443<\/textarea/);
  });

  void test("is told to be wrong by the line on which it is, and nothing is saved", async () => {
    const { browser } = await aRunSite({ clientMetadataHosts: ["apps.example"] });
    const wrong = [
      "apps example",
      "apps.example/path",
      "http://apps.example",
      "*.example",
      "a@apps.example",
      "[::1]",
      "apps.example:99999",
    ];
    for (const line of wrong) {
      const page = await browser.submit(await browser.open(path), { hosts: `one.example\r\n\r\n${line}` });
      assert.equal(page.status, 400, line);
      assert.match(textOf(page), /Line 3 is no host\. Write it like apps\.example/, line);
      assert.match(page.body, /<title>Problem: /);
      assert.match(page.body, /<textarea[^>]*aria-invalid="true"/);
    }
    const many = Array.from({ length: 201 }, (_, index) => `h${index}.example`).join("\n");
    const page = await browser.submit(await browser.open(path), { hosts: many });
    assert.match(textOf(page), /Write at most 200 hosts\./);
    assert.match((await browser.open(path)).body, />\napps\.example<\/textarea/);
  });
});

void describe("An application that has come here", () => {
  void test("is in the list, and has a page with what it is, what it may be allowed and what people have allowed it", async () => {
    const of = await met({ client_name: "Field Notes" });
    await of.site.connect(of.client, await of.site.member(), "openid email");
    const list = textOf(await of.browser.open(path));
    assert.match(list, new RegExp(`Field Notes ${of.application.host} 1 connected First seen .* Not reviewed`));
    const page = await of.browser.open(of.address);
    const [before, allowed] = textOf(page).split("What people have allowed it so far");
    for (const text of [of.application.url, `https://${of.application.host}/callback`, "Not reviewed"]) {
      assert.ok(before!.includes(text), text);
    }
    assert.match(before!, /See all courses, drafts included/);
    assert.doesNotMatch(before!, /publish and delete courses/);
    assert.match(allowed!, /^ Confirm who you are See your e-mail address /);
  });

  void test("is told apart by what was decided of it", async () => {
    const of = await met({ client_name: "Field Notes" });
    const shown = async (state: string) => (await of.browser.open(`${path}?state=${state}`)).body.includes(of.id);
    assert.deepEqual(
      [await shown("unreviewed"), await shown("reviewed"), await shown("blocked")],
      [true, false, false],
    );
    await decide(of, "review?decision=approved");
    assert.deepEqual(
      [await shown("unreviewed"), await shown("reviewed"), await shown("blocked")],
      [false, true, false],
    );
    await decide(of, "block");
    assert.deepEqual(
      [await shown("unreviewed"), await shown("reviewed"), await shown("blocked")],
      [false, false, true],
    );
    assert.equal(await shown("whatever"), true);
  });

  void test("is warned about where any program can claim its name", async () => {
    const of = await met({ client_name: "Field Notes", redirect_uris: ["http://127.0.0.1/callback"] });
    assert.match(textOf(await of.browser.open(of.address)), /Any program there can claim the name Field Notes \./);
  });
});

void describe("A decision", () => {
  void test("to approve gives the staff's own scopes, at the next request, with who decided and when", async () => {
    const of = await met();
    assert.equal(await refusal(of, "openid courses:write"), "invalid_scope");
    const page = await decide(of, "review?decision=approved");
    assert.equal(page.address, `${of.address}?done=reviewed`);
    assert.match(textOf(page), /Your decision is in force\..*Approved .* Decided .* UTC , by Olga Mertens/);
    assert.equal(await scopesOf(of, of.owner, "openid courses:write"), "openid courses:write");
    assert.equal(await refusal(of, "account:read"), "invalid_scope");
    const entry = (await auditOf(of.site)).findLast(({ action }) => action === "reviewMetadataClient")!;
    assert.deepEqual([entry.memberId, entry.details["decision"]], [of.owner.id, "approved"]);
  });

  void test("to limit gives what was picked, and takes the rest from tokens that are out already", async () => {
    const of = await met();
    const tokens = await of.site.connect(of.client, of.owner, "openid email");
    const form = await of.browser.open(`${of.address}/review?decision=limited`);
    assert.match(form.body, /name="scope\.courses:read"\s+checked/, "what it has is picked");
    assert.doesNotMatch(form.body, /name="scope\.courses:write"\s+checked|scope\.account:read/);
    const page = await of.browser.submit(form, ticked("email", "courses:read", "courses:write"));
    assert.match(textOf(page), /Limited/);
    assert.equal(await scopesOf(of, of.owner, "email courses:read courses:write"), "email courses:read courses:write");
    assert.equal(await refusal(of, "openid"), "invalid_scope");
    assert.equal((await of.site.userinfo(tokens.access_token)).statusCode, 403, "openid was taken away");
  });

  void test("to trust it as a member client opens people's own accounts to it, and they allow it anew", async () => {
    const of = await met();
    const student = await of.site.member();
    const tokens = await of.site.connect(of.client, student, "openid");
    const form = await of.browser.open(`${of.address}/review?decision=member`);
    assert.match(textOf(form), /Whoever has connected it so far \(1\) has to allow it anew\./);
    assert.doesNotMatch(form.body, /scope\.courses:read/);
    await of.browser.submit(form, ticked("openid", "account:read"));
    assert.equal((await of.site.userinfo(tokens.access_token)).statusCode, 401);
    assert.equal(await scopesOf(of, student, "openid account:read"), "openid account:read");
    for (const scope of ["account:write", "courses:read"])
      assert.equal(await refusal(of, scope), "invalid_scope", scope);
  });

  void test("to trust it as a member client is offered once MCP connections are on, and for those there are", async () => {
    const of = await met();
    const trust = /review\?decision=member/;
    const asked = await of.browser.open(`${of.address}/review?decision=member`);
    await of.site.set({ betaFeatures: [] });
    const page = await of.browser.open(of.address);
    assert.match(page.body, /review\?decision=limited/);
    assert.doesNotMatch(page.body, trust);
    assert.equal((await of.browser.open(`${of.address}/review?decision=member`)).address, of.address);
    const refused = await of.browser.submit(asked, ticked("openid", "account:read"));
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

  void test("shows where the application takes people, of which it is made, though its document changed on the way", async () => {
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

  void test("needs at least one scope where some are picked", async () => {
    const of = await met();
    for (const decision of ["limited", "member"]) {
      const page = await decide(of, `review?decision=${decision}`);
      assert.equal(page.status, 400);
      assert.match(textOf(page), /Pick at least one\./);
    }
    assert.match(textOf(await of.browser.open(of.address)), /Not reviewed/);
  });

  void test("to block it ends its tokens at the next request; unblocked, they count again", async () => {
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

  void test("is taken back: the application may read again, and no more", async () => {
    const of = await met();
    assert.doesNotMatch((await of.browser.open(of.address)).body, /\/forget/);
    await decide(of, "review?decision=approved");
    const page = await decide(of, "forget");
    assert.equal(page.address, `${of.address}?done=forgotten`);
    assert.match(textOf(page), /Not reviewed/);
    assert.equal(await refusal(of, "courses:write"), "invalid_scope");
    assert.equal(await scopesOf(of, of.owner, "courses:read"), "courses:read");
  });

  void test("is about what was looked at: where the application has changed meanwhile, nothing is decided", async () => {
    const of = await met();
    const form = await of.browser.open(`${of.address}/review?decision=approved`);
    await decide(of, "review?decision=limited", ticked("openid"));
    const page = await of.browser.submit(form, {});
    assert.equal(page.address, `${of.address}?done=changed`);
    assert.match(textOf(page), /Nothing was decided.*Limited/);
    const forged = await of.browser.submit({ ...form, body: form.body.replace(/name="version" value="\d+"/, "") }, {});
    assert.equal(forged.address, `${of.address}?done=changed`);
  });

  void test("that there is none of leads back to the application, and an application that is none is not found", async () => {
    const of = await met();
    for (const way of ["review", "review?decision=praise"]) {
      assert.equal((await of.browser.open(`${of.address}/${way}`)).address, of.address);
    }
    const csrf = /name="csrf" value="([^"]+)"/.exec((await of.browser.open(of.address)).body)![1]!;
    const { clientId } = await of.site.operatorClient();
    for (const id of [clientId, "cli_00000000000000000000000000", "x"]) {
      const places = ["", "/review?decision=approved", "/block", "/forget"].map((end) => `${path}/${id}${end}`);
      const pages = [
        ...(await Promise.all(places.map((place) => of.browser.open(place)))),
        ...(await Promise.all(
          ["review?decision=approved", "block", "unblock", "forget"].map((end) =>
            of.browser.open(`${path}/${id}/${end}`, { csrf, version: "1" }),
          ),
        )),
      ];
      for (const { status } of pages) assert.ok(status === 404 || status === 400, `${id}: ${status}`);
    }
  });

  void test("that the person did not send is none", async () => {
    const of = await met();
    const fields = { csrf: "made-up", version: "1", ...ticked("openid") };
    for (const end of ["review?decision=approved", "review?decision=limited", "block", "unblock", "forget"]) {
      assert.equal((await of.browser.open(`${of.address}/${end}`, fields)).address, of.address, end);
    }
    await of.browser.open(path, { csrf: "made-up", open: "on", hosts: "evil.example" });
    assert.match(textOf(await of.browser.open(of.address)), /Not reviewed/);
    assert.doesNotMatch((await of.browser.open(path)).body, /evil\.example/);
  });
});
