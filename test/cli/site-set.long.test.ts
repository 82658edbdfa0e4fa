import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { anInstallation, type TestInstallation } from "../support/worlds/installation.ts";

interface SiteDocument {
  id: string;
  settings: Record<string, unknown>;
}

void describe("`lectern site set`", () => {
  const named = "one.example";
  let installation: TestInstallation;
  before(async () => {
    installation = await anInstallation();
    const created = await installation.lectern(["site", "create", `https://${named}`, "--name", "The One"]);
    assert.equal(created.code, 0);
  });
  after(() => installation.close());

  const set = (...words: string[]) => installation.lectern(["site", "set", ...words]);
  const show = async () => {
    const { stdout } = await installation.lectern(["site", "show", named, "--json"]);
    return JSON.parse(stdout) as SiteDocument;
  };
  const audited = () =>
    installation.database.many<{ actorKind: string; resourceId: string; details: object }>`
      select actor_kind, resource_id, details from audit_entries where action = 'changeSettings' order by id`;

  void test("Settings of every kind are changed together, others are unchanged, and --json prints the result", async () => {
    const before = await show();
    const changes = ["signing=published", "refresh_token_grace=30", "beta_features=mcp_connections"];
    const { code, stdout, stderr } = await set(named, ...changes, "open_client_metadata_documents=true", "--json");
    assert.deepEqual([code, stderr], [0, ""]);
    const settings = {
      signing: "published",
      refresh_token_grace: 30,
      beta_features: ["mcp_connections"],
      open_client_metadata_documents: true,
    };
    assert.deepEqual(JSON.parse(stdout), { ...before, settings: { ...before.settings, ...settings } });
    assert.deepEqual(await show(), JSON.parse(stdout));
  });

  void test("Only changed settings are stored, so that new defaults apply to the rest", async () => {
    const stored = await installation.database.first<{ settings: object }>`select settings from sites`;
    assert.deepEqual(Object.keys(stored!.settings).toSorted(), [
      "betaFeatures",
      "openClientMetadataDocuments",
      "refreshTokenGrace",
      "signing",
    ]);
  });

  void test("The result is printed as text, and a list is emptied with none", async () => {
    const { code, stdout } = await set(named, "beta_features=none", "signing=off", "access_token_lifetime=600");
    assert.equal(code, 0);
    assert.match(stdout, /^access_token_lifetime {2,}600$/m);
    assert.match(stdout, /^signing {2,}off$/m);
    assert.match(stdout, /^beta_features {2,}none$/m);
  });

  void test("Each change is attributed to the command line in the audit log, with its fields", async () => {
    const { id } = await show();
    const [first, second, ...more] = await audited();
    assert.deepEqual([first?.actorKind, first?.resourceId, more.length], ["cli", id, 0]);
    assert.deepEqual(second?.details, { betaFeatures: [], signing: "off", accessTokenLifetime: 600 });
  });

  void test("Lists are separated by commas, spaces or both", async () => {
    const origins = ["https://one.example", "https://two.example", "https://three.example"];
    const { code } = await set(named, `media_origins=${origins.slice(0, 2).join(", ")} ${origins[2]}`);
    assert.equal(code, 0);
    assert.deepEqual((await show()).settings["media_origins"], origins);
  });

  void test("Rules of roles are set, and removed with none and 0", async () => {
    const rules = ["second_factor_required=owner,teaching_assistant", "session_idle_owner=1800"];
    assert.equal((await set(named, ...rules, "session_absolute_student=0")).code, 0);
    const { settings } = await show();
    assert.deepEqual(settings["second_factor_required"], ["owner", "teaching_assistant"]);
    assert.equal(settings["session_idle_owner"], 1800);
    assert.equal((await set(named, "second_factor_required=none", "session_idle_owner=0")).code, 0);
    assert.deepEqual((await show()).settings["second_factor_required"], []);
  });

  const wrong: [string[], RegExp][] = [
    [["signing=maybe"], /^lectern: signing: Expected off, published or on\.\n/],
    [["access_token_lifetime=0"], /access_token_lifetime: Expected 1 to 86400 seconds\./],
    [["access_token_lifetime=2h"], /access_token_lifetime: Expected 1 to 86400 seconds\./],
    [["session_lifetime="], /session_lifetime: Expected 600 seconds/],
    [
      ["second_factor_required=student"],
      /second_factor_required\/0: Expected owner, manager, lecturer or teaching_assistant\./,
    ],
    [["session_idle_owner=599"], /session_idle_owner: Expected 0 \(as session_lifetime\), or 600/],
    [["session_absolute_owner=3599"], /session_absolute_owner: Expected 0 \(no limit\), or 3600/],
    [["refresh_token_grace=61"], /refresh_token_grace: Expected 0 \(off\) to 60 seconds\./],
    [["beta_features=time_travel"], /beta_features\/0: Expected mcp_connections\./],
    [["mcp_allowed_origins=https://app.example/"], /mcp_allowed_origins\/0: Expected a normalized origin/],
    [["mcp_allowed_origins=https://*.example"], /mcp_allowed_origins\/0: Expected a normalized origin/],
    [["mcp_allowed_origins=app.example"], /mcp_allowed_origins\/0: Expected a normalized origin/],
    [["client_metadata_hosts=apps.example:99999"], /client_metadata_hosts\/0: Expected a host/],
    [["open_client_metadata_documents=yes"], /open_client_metadata_documents: Expected true or false\./],
    [["signing=never", "refresh_token_grace=-1"], /refresh_token_grace: [^]*signing: /],
    [["accessTokenLifetime=60"], /Unknown setting "accessTokenLifetime"\. Did you mean access_token_lifetime\?/],
    [["__proto__=60"], /Unknown setting "__proto__"\./],
    [["signing"], /Expected name=value/],
    [[], /missing required argument 'changes'/],
  ];
  for (const [words, expected] of wrong) {
    void test(`\`${["site set", named, ...words].join(" ")}\` is rejected, and the message lists the allowed values`, async () => {
      const { code, stdout, stderr } = await set(named, ...words);
      assert.deepEqual([code, stdout], [2, ""]);
      assert.match(stderr, expected);
    });
  }

  void test("A partly invalid change changes nothing and is not in the audit log", async () => {
    const [before, entries] = [await show(), await audited()];
    assert.equal((await set(named, "session_lifetime=60", "signing=maybe")).code, 2);
    assert.deepEqual([await show(), await audited()], [before, entries]);
  });

  void test("An unknown site is reported", async () => {
    const { code, stderr } = await set("nowhere.example", "signing=on", "--json");
    assert.equal(code, 1);
    assert.equal((JSON.parse(stderr) as { error: { code: string } }).error.code, "not_found");
  });
});
