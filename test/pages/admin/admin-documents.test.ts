import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { anApplication } from "../../support/doubles/document-web.ts";
import { auditOf } from "../../support/worlds/records.ts";
import { type ASite } from "../../support/world.ts";
import { assertAccepted, assertRefusedOnPage, clientOf } from "../../oauth/support/document-client.ts";
import { textOf } from "../support/asked.ts";
import { aRunSite, decide, met, path } from "../support/admin-documents.ts";

const supported = async (site: ASite) =>
  (await site.get("/.well-known/oauth-authorization-server")).json<Record<string, unknown>>()[
    "client_id_metadata_document_supported"
  ];

void describe("Accepted documents", () => {
  void test("are those of the listed hosts, effective immediately, and discovery announces support", async () => {
    const { site, browser } = await aRunSite({});
    const application = anApplication();
    const client = clientOf(application);
    assert.match((await browser.open(path)).body, /No host is listed and open registration is off/);
    assert.equal(await supported(site), false);
    await assertRefusedOnPage(site, client, /does not accept clients with a document at/);

    const saved = await browser.submit(await browser.open(path), { hosts: `other.example\r\n${application.host}` });
    assert.equal(saved.address, `${path}?done=saved`);
    assert.match(saved.body, new RegExp(`>\nother\\.example\n${application.host}</textarea`));
    assert.equal(await supported(site), true);
    await assertAccepted(site, client);
    const tokens = await site.connect(client, await site.member(), "openid");
    assert.equal((await site.userinfo(tokens.access_token)).statusCode, 200);

    const page = await browser.submit(saved, { hosts: "other.example" });
    assert.equal((await site.userinfo(tokens.access_token)).statusCode, 401);
    await assertRefusedOnPage(site, client, /does not accept clients with a document at/);
    assert.match(page.body, /Its host is not accepted\./);
    await browser.submit(page, { hosts: "" });
    assert.equal(await supported(site), false);
  });

  void test("include every host with open registration, until it is disabled", async () => {
    const { site, browser } = await aRunSite({});
    const client = clientOf(anApplication());
    const open = await browser.submit(await browser.open(path), { open: "on" });
    assert.match(open.body, /name="open"\s+checked/);
    assert.equal(await supported(site), true);
    await assertAccepted(site, client);
    await browser.submit(open, {});
    await assertRefusedOnPage(site, client, /does not accept clients with a document at/);
    const changes = (await auditOf(site)).filter(({ action }) => action === "changeSettings");
    assert.deepEqual(
      changes.map(({ details }) => details["openClientMetadataDocuments"]),
      [true, false],
    );
  });

  void test("are entered as URLs, in capitals, twice or with empty lines", async () => {
    const { browser } = await aRunSite({});
    const hosts =
      " Apps.Example \r\n\r\nhttps://apps.example/\r\napps.example:443\r\nbücher.example\r\nx.example:8443 ";
    const { body } = await browser.submit(await browser.open(path), { hosts });
    assert.match(body, />\napps\.example\nxn--bcher-kva\.example\nx\.example:8443<\/textarea/);
  });

  void test("are rejected with the number of the invalid line, and nothing is saved", async () => {
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
      assert.match(textOf(page), /Line 3 is not a host\. Enter a host such as apps\.example/, line);
      assert.match(page.body, /<title>Problem: /);
      assert.match(page.body, /<textarea[^>]*aria-invalid="true"/);
    }
    const many = Array.from({ length: 201 }, (_, index) => `h${index}.example`).join("\n");
    const page = await browser.submit(await browser.open(path), { hosts: many });
    assert.match(textOf(page), /Enter at most 200 hosts\./);
    assert.match((await browser.open(path)).body, />\napps\.example<\/textarea/);
  });
});

void describe("An application with a metadata document", () => {
  void test("is listed and has a page with its metadata, permissions and consents", async () => {
    const of = await met({ client_name: "Field Notes" });
    await of.site.connect(of.client, await of.site.member(), "openid email");
    const list = textOf(await of.browser.open(path));
    assert.match(list, new RegExp(`Field Notes ${of.application.host} 1 connected First seen .* Not reviewed`));
    const page = await of.browser.open(of.address);
    const [before, allowed] = textOf(page).split("Granted permissions");
    for (const text of [of.application.url, `https://${of.application.host}/callback`, "Not reviewed"]) {
      assert.ok(before!.includes(text), text);
    }
    assert.match(before!, /See all courses, drafts included/);
    assert.doesNotMatch(before!, /publish and delete courses/);
    assert.match(allowed!, /^ Confirm who you are See your email address /);
  });

  void test("is filtered by decision", async () => {
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

  void test("has a warning if any program can claim its name", async () => {
    const of = await met({ client_name: "Field Notes", redirect_uris: ["http://127.0.0.1/callback"] });
    assert.match(textOf(await of.browser.open(of.address)), /Any program there can use the name Field Notes \./);
  });
});
