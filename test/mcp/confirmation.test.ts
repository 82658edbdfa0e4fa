import assert from "node:assert/strict";
import { test } from "node:test";
import { anApplication, internet } from "../support/document-web.ts";
import { storage } from "../support/storage.ts";
import { aSite, buildProcess, siteAt } from "../support/world.ts";
import { anOperatorAgent, type Json } from "./support/agent.ts";

/** A server that may fetch files from the test hosts. */
const process = buildProcess({ storage: { ...storage, outbound: { ...internet, timeoutMs: 5000 } } });

const sections = [{ title: "One", lectures: [{ title: "First", kind: "text" }] }];

void test("Replacing a curriculum needs confirmation because omitted lectures are deleted", async () => {
  const operator = await anOperatorAgent(await aSite());
  const { result: made } = await operator.call("create_course", { name: "Tides" });
  const course = made["id"];
  const etag = async () => (await operator.call("get_curriculum", { course })).result["etag"];
  const saved = await operator.call("save_curriculum", {
    course,
    tree: { sections },
    if_match: await etag(),
    confirm: true,
  });
  assert.equal(saved.failure, undefined, JSON.stringify(saved.failure));
  const emptied = { course, tree: { sections: [] }, if_match: await etag() };
  assert.equal((await operator.call("save_curriculum", { ...emptied, dry_run: true })).failure, undefined);
  assert.equal((await operator.call("save_curriculum", emptied)).failure?.code, "confirmation_required");
  const { result } = await operator.call("get_curriculum", { course });
  assert.equal((result["sections"] as Json[]).length, 1);
});

void test("Canceling an event needs confirmation because it is final; publishing does not", async () => {
  const operator = await anOperatorAgent(await aSite());
  const dates = { starts_at: "2027-05-01T10:00:00Z", ends_at: "2027-05-01T11:00:00Z", time_zone: "UTC" };
  const changes = { name: "Regatta", format: "online", ...dates };
  const { result: event, failure } = await operator.call("save_event", { changes });
  assert.equal(failure, undefined, JSON.stringify(failure));
  const to = (state: string) => operator.call("set_event_state", { event: event["id"], state });
  assert.equal((await to("cancel")).failure?.code, "confirmation_required");
  assert.notEqual((await to("publish")).failure?.code, "confirmation_required");
});

void test("Fetching a file from an address needs confirmation, in dry runs too, because an address can exfiltrate data", async () => {
  const { site } = await aSite();
  const operator = await anOperatorAgent(siteAt(site, process));
  const host = anApplication({}, "/collect?secret=members");
  host.respond = (_request, response) => void response.end("notes");
  const args = { from_url: host.url, filename: "notes.txt" };
  for (const call of [args, { ...args, dry_run: true }]) {
    assert.equal((await operator.call("upload_file", call)).failure?.code, "confirmation_required");
  }
  assert.equal(host.requests.length, 0);
  assert.equal((await operator.call("upload_file", { ...args, confirm: true })).failure, undefined);
  assert.equal(host.requests.length, 1);
  const upload = { filename: "notes.txt", content_type: "text/plain", byte_size: 5, purpose: "other" };
  assert.equal((await operator.call("upload_file", upload)).failure, undefined);
});
