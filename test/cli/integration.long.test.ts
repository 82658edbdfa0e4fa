import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";

interface IntegrationDocument {
  slug: string;
  client_id: string;
  name: string;
  name_patterns: string[];
  redirect_uris: string[];
  scopes: string[] | null;
  enabled_at?: string[];
  changed_at?: string[];
}

const [one, two] = ["https://one.example", "https://two.example"];
const callback = "https://acme.example/callback";

void describe("`lectern integration`", () => {
  let installation: TestInstallation;
  let asChanged: Map<string, IntegrationDocument>;
  before(async () => {
    installation = await anInstallation();
    for (const origin of [one, two]) await installation.lectern(["site", "create", origin, "--name", "A school"]);
  });
  after(() => installation.close());

  const run = (...args: string[]) => installation.lectern(["integration", ...args]);
  async function json<Document = IntegrationDocument>(...args: string[]): Promise<Document> {
    const { code, stdout, stderr } = await run(...args, "--json");
    assert.deepEqual([code, stderr], [0, ""]);
    return JSON.parse(stdout) as Document;
  }
  const list = async (...args: string[]) => {
    const { data } = await json<{ data: IntegrationDocument[] }>("list", ...args);
    return new Map(data.map((integration) => [integration.slug, integration]));
  };
  const audited = (action: string) =>
    installation.database.many<{ actorKind: string; origin: string; details: object }>`
      select actor_kind, origin, details from audit_entries join sites on sites.id = audit_entries.site_id
       where action = ${action} order by sites.origin, audit_entries.id`;

  void test("A new installation has the bundled platforms, and no site has enabled any", async () => {
    const known = await list();
    assert.ok(known.get("claude")!.redirect_uris.includes("https://claude.ai/api/mcp/auth_callback"));
    assert.ok([...known.values()].every(({ enabled_at, scopes }) => enabled_at!.length === 0 && scopes === null));
    const { code, stdout } = await run("list");
    assert.equal(code, 0);
    assert.match(stdout, /^INTEGRATION {2,}NAME {2,}CALLBACKS AT {2,}CLIENT ID {2,}ENABLED AT\n/);
    assert.match(stdout, /^claude {2,}Claude {2,}claude\.ai, claude\.com {2,}cli_\w{26} {2,}-$/m);
  });

  void test("One is added with names, callbacks and scopes; by default its name is the pattern and it has all scopes", async () => {
    const { client_id, ...added } = await json("add", "acme", "--name", "Acme Flow", "--callback", callback);
    assert.match(client_id, /^cli_\w{26}$/);
    const { slug, name, name_patterns, redirect_uris, scopes } = added;
    assert.deepEqual(
      [slug, name, name_patterns, redirect_uris, scopes],
      ["acme", "Acme Flow", ["Acme Flow"], [callback], null],
    );
    const options = ["--pattern", "Bolt", "--pattern", "Bolt *", "--callback", `${callback}/1`, "--callback"];
    const bolt = await json(
      "add",
      "bolt",
      "--name",
      "Bolt",
      ...options,
      `${callback}/2`,
      "--scopes",
      "openid,posts:read",
    );
    assert.deepEqual(bolt.name_patterns, ["Bolt", "Bolt *"]);
    assert.deepEqual(bolt.redirect_uris, [`${callback}/1`, `${callback}/2`]);
    assert.deepEqual(bolt.scopes, ["openid", "posts:read"]);
    assert.deepEqual((await list()).get("acme"), { client_id, ...added, enabled_at: [] });
  });

  void test("One is enabled and disabled at one site; the list shows where it is enabled", async () => {
    const { client_id } = (await list()).get("acme")!;
    const enabled = await json<{ client_id: string; enabled: boolean }>("enable", "acme", "--site", one);
    assert.deepEqual([enabled.client_id, enabled.enabled], [client_id, true]);
    await run("enable", "acme", "--site", two);
    assert.deepEqual((await list()).get("acme")!.enabled_at, [one, two]);
    assert.deepEqual((await list("--site", two)).get("acme")!.enabled_at, [two]);

    const { code, stdout } = await run("disable", "acme", "--site", two);
    assert.deepEqual(
      [code, stdout],
      [0, `Acme Flow is disabled at ${two}. Its tokens there are rejected until it is enabled again.\n`],
    );
    assert.deepEqual((await list()).get("acme")!.enabled_at, [one]);
    assert.deepEqual((await list("--site", two)).get("acme")!.enabled_at, []);
    assert.match((await run("list")).stdout, /^acme .* https:\/\/one\.example$/m);
    assert.match(
      (await run("enable", "bolt", "--site", one)).stdout,
      /^Bolt is enabled at .* client_id is cli_\w{26}\.\n/,
    );

    const entries = [...(await audited("enableIntegration")), ...(await audited("disableIntegration"))];
    assert.deepEqual(
      entries.map(({ actorKind, origin }) => [actorKind, origin]),
      [
        ["cli", one],
        ["cli", one],
        ["cli", two],
        ["cli", two],
      ],
    );
  });

  void test("--replace changes the passed options only, at every site that has a client of it", async () => {
    const before = (await list()).get("acme")!;
    const args = ["--callback", `${callback}/new`, "--scopes", "openid", "--replace"];
    const { changed_at, ...changed } = await json("add", "acme", ...args);
    assert.deepEqual(changed_at, [one, two]);
    const { redirect_uris, scopes, name, name_patterns, client_id } = changed;
    assert.deepEqual([redirect_uris, scopes], [[`${callback}/new`], ["openid"]]);
    assert.deepEqual([name, name_patterns, client_id], [before.name, before.name_patterns, before.client_id]);

    const clients = await installation.database.many<{ redirectUris: string[]; scopes: string[]; version: number }>`
      select redirect_uris, scopes, clients.version from clients join sites on sites.id = clients.site_id
       where clients.name = 'Acme Flow' order by sites.origin`;
    assert.deepEqual(clients, [
      { redirectUris: [`${callback}/new`], scopes: ["openid"], version: 2 },
      { redirectUris: [`${callback}/new`], scopes: ["openid"], version: 3 },
    ]);
    assert.equal((await json("add", "acme", "--scopes", "all", "--replace")).scopes, null);
    assert.equal((await audited("changeIntegration")).length, 4);
    assert.match(
      (await run("add", "postman", "--name", "Postman app", "--replace")).stdout,
      /No site has enabled it yet/,
    );
    asChanged = await list();
  });

  const wrong: [string[], RegExp][] = [
    [["add", "new"], /needs a --name\./],
    [["add", "new", "--name", "New"], /needs a --callback\./],
    [["add", "acme", "--replace"], /There are no changes\./],
    [["add", "New_One", "--name", "N", "--callback", "https://n.example/"], /slug: Expected lower-case letters/],
    [["add", "new", "--name", " ", "--callback", "https://n.example/"], /^lectern: --name: Expected a text\.\n/],
    [
      ["add", "new", "--name", "N", "--callback", "http://n.example/"],
      /--callback http:\/\/n\.example\/: Expected a fixed/,
    ],
    [["add", "new", "--name", "N", "--callback", "http://127.0.0.1/"], /--callback http:\S+: Expected a fixed https/],
    [["add", "new", "--name", "N", "--callback", "https://n.example/#x"], /--callback \S+#x: It has a fragment/],
    [
      ["add", "new", "--name", "N", "--callback", "https://N.example/a"],
      /Browsers normalize it to https:\/\/n\.example\/a/,
    ],
    [["add", "new", "--name", "N", "--pattern", "*", "--callback", "https://n.example/"], /--pattern \*: Expected/],
    [["add", "new", "--name", "N", "--pattern", "N*w", "--callback", "https://n.example/"], /at least three letters/],
    [
      ["add", "new", "--name", "N", "--callback", "https://n.example/", "--scopes", "course:read"],
      /mean courses:read\?/,
    ],
    [
      ["add", "new", "--name", "N", "--callback", "https://n.example/", "--scopes", "openid,account:read"],
      /--scopes: Account scopes are for member clients/,
    ],
    [["add", "acme", "--callback", "http://a.example/", "--replace"], /--callback http:\/\/a\.example\/: Expected/],
    [["enable"], /missing required argument 'slug'/],
    [["enable", "acme"], /There are several sites\./],
    [["remove", "acme"], /unknown command 'remove'/],
  ];
  for (const [args, expected] of wrong) {
    void test(`\`${["integration", ...args].join(" ")}\` is a usage error, and the message explains the fix`, async () => {
      const { code, stdout, stderr } = await run(...args);
      assert.deepEqual([code, stdout], [2, ""]);
      assert.match(stderr, expected);
    });
  }

  const impossible: [string[], string, RegExp][] = [
    [["enable", "claud", "--site", one], "not_found", /no integration claud\. Did you mean claude\?/],
    [["disable", "quux-flow", "--site", one], "not_found", /`lectern integration list` lists/],
    [["enable", "acme", "--site", "nowhere.example"], "not_found", /There is no site nowhere\.example/],
    [["list", "--site", "nowhere.example"], "not_found", /There is no site nowhere\.example/],
    [["add", "acne", "--name", "A", "--replace"], "not_found", /Did you mean acme\?/],
    [
      ["add", "acme", "--name", "A", "--callback", "https://a.example/"],
      "already_exists",
      /Use --replace to update it/,
    ],
    [
      ["add", "acme", "--name", "Acme Flow", "--callback", callback],
      "already_exists",
      /An integration acme already exists/,
    ],
    [["add", "new", "--name", "N", "--callback", `${callback}/1`], "conflict", /is already a callback of bolt/],
    [
      ["add", "new", "--name", "CLAUDE", "--callback", "https://n.example/"],
      "conflict",
      /"CLAUDE" already matches a name of claude/,
    ],
    [["add", "acme", "--callback", `${callback}/2`, "--replace"], "conflict", /is already a callback of bolt/],
  ];
  for (const [args, expected, message] of impossible) {
    void test(`\`${["integration", ...args].join(" ")}\` fails as ${expected}, and explains the fix`, async () => {
      const { code, stdout, stderr } = await run(...args, "--json");
      assert.deepEqual([code, stdout], [1, ""]);
      const { error } = JSON.parse(stderr) as { error: { code: string; message: string } };
      assert.equal(error.code, expected);
      assert.match(error.message, message);
    });
  }

  void test("Rejected commands changed nothing", async () => {
    assert.deepEqual(await list(), asChanged);
  });
});
