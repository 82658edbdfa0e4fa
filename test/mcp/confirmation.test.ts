import assert from "node:assert/strict";
import { test } from "node:test";
import { anApplication, internet } from "../support/doubles/document-web.ts";
import { storage } from "../support/worlds/storage.ts";
import { aSite, buildProcess, siteAt } from "../support/world.ts";
import { anOperatorAgent, type Json } from "./support/agent.ts";
import { canAsk, response } from "./support/consent.ts";

/** A server that may fetch files from the test hosts. */
const process = buildProcess({ storage: { ...storage, outbound: internet } });

/** A course with this many lectures in one section. */
async function aCourseOf(lectures: number) {
  const operator = await anOperatorAgent(await aSite());
  const { result: made } = await operator.call("create_course", { name: "Tides" });
  const course = made["id"];
  const readTree = async () => (await operator.call("get_curriculum", { course })).result;
  const titles = Array.from({ length: lectures }, (_lecture, index) => ({ title: `Lecture ${index}`, kind: "text" }));
  const first = {
    course,
    tree: { sections: [{ title: "One", lectures: titles }] },
    if_match: (await readTree())["etag"],
  };
  const saved = await operator.call("save_curriculum", first);
  assert.equal(saved.failure, undefined, JSON.stringify(saved.failure));
  return { operator, course, readTree };
}

interface Tree extends Json {
  sections: { id: string; lectures: { id: string; title: string }[] }[];
}

void test("A replacement that deletes lectures needs their IDs, and the failure names them", async () => {
  const { operator, course, readTree } = await aCourseOf(3);
  const before = (await readTree()) as Tree;
  const [section] = before.sections;
  const [kept, ...lost] = section!.lectures;
  const call = { course, tree: { sections: [{ ...section, lectures: [kept] }] }, if_match: before["etag"] };
  assert.equal((await operator.call("save_curriculum", { ...call, dry_run: true })).failure, undefined);
  for (const removes of [undefined, [lost[0]!.id], [...lost, kept!].map(({ id }) => id)]) {
    const { failure } = await operator.call("save_curriculum", { ...call, ...(removes && { removes }) });
    assert.equal(failure?.code, "confirmation_required", String(removes));
    for (const { id, title } of lost) assert.ok(failure.message.includes(`“${title}” (${id})`), failure.message);
    assert.ok(!failure.message.includes(kept!.id), failure.message);
  }
  assert.equal(((await readTree()) as Tree).sections[0]!.lectures.length, 3);
  const { failure } = await operator.call("save_curriculum", { ...call, removes: lost.map(({ id }) => id) });
  assert.equal(failure, undefined, JSON.stringify(failure));
  assert.deepEqual(
    ((await readTree()) as Tree).sections[0]!.lectures.map(({ title }) => title),
    ["Lecture 0"],
  );
});

void test("A replacement that deletes nothing needs no consent, and a claim that it deletes something fails", async () => {
  const { operator, course, readTree } = await aCourseOf(1);
  const tree = (await readTree()) as Tree;
  const call = { course, tree: { sections: tree.sections }, if_match: tree["etag"] };
  const claimed = await operator.call("save_curriculum", { ...call, removes: [tree.sections[0]!.lectures[0]!.id] });
  assert.equal(claimed.failure?.code, "confirmation_required");
  assert.match(claimed.failure.message, /deletes nothing/);
  assert.equal((await operator.call("save_curriculum", call)).failure, undefined);
});

void test("A host that can ask shows the user the lectures that a replacement deletes", async () => {
  const { operator, course, readTree } = await aCourseOf(2);
  const tree = (await readTree()) as Tree;
  const removes = tree.sections.flatMap(({ id, lectures }) => [id, ...lectures.map((lecture) => lecture.id)]);
  const call = { course, tree: { sections: [] }, if_match: tree["etag"], removes };
  const asked = await operator.callModern("save_curriculum", call, canAsk);
  assert.equal(asked.resultType, "input_required");
  const message = String(asked.inputRequests?.["confirm"]?.params["message"]);
  for (const title of ["One", "Lecture 0", "Lecture 1"]) assert.ok(message.includes(`“${title}”`), message);
  const declined = await operator.callModern("save_curriculum", call, canAsk, response(false, asked));
  assert.equal(declined.failure?.code, "confirmation_required");
  assert.equal(((await readTree()) as Tree).sections.length, 1);
  const agreed = await operator.callModern("save_curriculum", call, canAsk, response(true, asked));
  assert.equal(agreed.failure, undefined, JSON.stringify(agreed.failure));
  assert.equal(((await readTree()) as Tree).sections.length, 0);
});

void test("A lecture that is added while the user reads the list is not deleted with its section", async () => {
  const { operator, readTree } = await aCourseOf(1);
  const [section] = ((await readTree()) as Tree).sections;
  const call = { id: section!.id, cascade: true };
  const asked = await operator.callModern("delete_section", call, canAsk);
  const changes = { title: "Unseen", kind: "text" };
  const { result: added } = await operator.call("save_lecture", { section_id: section!.id, changes });
  const askedAgain = await operator.callModern("delete_section", call, canAsk, response(true, asked));
  assert.equal(askedAgain.resultType, "input_required");
  assert.match(String(askedAgain.inputRequests?.["confirm"]?.params["message"]), /“Unseen”/);
  const removes = [section!.id, section!.lectures[0]!.id];
  const named = await operator.call("delete_section", { ...call, removes });
  assert.equal(named.failure?.code, "confirmation_required");
  assert.match(named.failure.message, /“Unseen”/);
  assert.equal(((await readTree()) as Tree).sections[0]?.lectures.length, 2);
  const key = { idempotency_key: "delete-section-1" };
  const all = { ...call, ...key, removes: [...removes, added["id"]] };
  assert.equal((await operator.call("delete_section", all)).failure, undefined);
  assert.equal((await operator.call("delete_section", all)).failure, undefined, "a retry returns the first response");
});

void test("The user's response to a form counts only for the call that the form showed", async () => {
  const operator = await anOperatorAgent(await aSite());
  const invite = (email: string, more?: Json) =>
    operator.callModern("invite_member", { email, roles: ["manager"] }, canAsk, more);
  const shown = await invite("known@example.test");
  const other = await invite("unknown@example.test", response(true, shown));
  assert.equal(other.resultType, "input_required");
  assert.equal((await invite("known@example.test", response(true, shown))).resultType, "complete");
  const invalid = await operator.callModern("invite_member", { mail: "known@example.test" }, canAsk);
  assert.equal(invalid.failure?.code, "unknown_field", "An invalid call asks for nothing.");
  const long = await operator.callModern("invite_member", { email: "a".repeat(100_001), roles: ["manager"] }, canAsk);
  assert.deepEqual([long.resultType, long.failure?.code], ["complete", "validation_failed"], "Nobody can read it.");
});

void test("A truncated or partial curriculum has no version that a replacement accepts", async () => {
  const { operator, course, readTree } = await aCourseOf(120);
  const whole = await readTree();
  assert.deepEqual([whole["truncated"], whole["etag"], whole["version"]], [true, undefined, undefined]);
  for (const fields of [["sections"], ["course_id", "totals"]]) {
    const { result } = await operator.call("get_curriculum", { course, fields });
    assert.deepEqual([result["etag"], result["version"]], [undefined, undefined], fields.join());
  }
  for (const field of ["etag", "version"]) {
    const { failure } = await operator.call("get_curriculum", { course, fields: [field] });
    assert.equal(failure?.code, "invalid_request", field);
  }
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

void test("Irreversible actions wait for confirmation: by the argument, or by a form of the host", async () => {
  const operator = await anOperatorAgent(await aSite());
  const { result: made } = await operator.call("create_course", { name: "Tides" });
  const section = {
    title: "One",
    lectures: [
      { title: "First", kind: "text" },
      { title: "Second", kind: "text" },
    ],
  };
  const { result: read } = await operator.call("get_curriculum", { course: made["id"] });
  const tree = { course: made["id"], tree: { sections: [section] }, if_match: read["etag"] };
  const { result: saved, failure: unsaved } = await operator.call("save_curriculum", tree);
  assert.equal(unsaved, undefined, JSON.stringify(unsaved));
  const [{ lectures }] = saved["sections"] as [{ lectures: { id: string }[] }];
  const [first, second] = lectures.map(({ id }) => ({ id }));

  const { failure } = await operator.call("delete_lecture", first);
  assert.equal(failure?.code, "confirmation_required");
  assert.match(failure.recovery, /confirm: true/);
  assert.equal((await operator.call("delete_lecture", { ...first, confirm: true })).failure, undefined);

  const requested = await operator.callModern("delete_lecture", second!, canAsk);
  assert.equal(requested.resultType, "input_required");
  assert.equal(requested.inputRequests?.["confirm"]?.params["mode"], "form");
  const refused = await operator.callModern("delete_lecture", second!, canAsk, response(false, requested));
  assert.equal(refused.failure?.code, "confirmation_required");
  const agreed = await operator.callModern("delete_lecture", second!, canAsk, response(true, requested));
  assert.deepEqual([agreed.failure, agreed.resultType], [undefined, "complete"]);
  assert.equal((await operator.callModern("delete_lecture", second!, {})).failure?.code, "confirmation_required");
});

void test("Roles and webhook endpoints are saved only after the person has agreed, if the host can ask", async () => {
  const site = await aSite();
  const operator = await anOperatorAgent(site);
  const { sub: id } = await site.member();
  const calls: [string, Json][] = [
    ["set_member_roles", { id, roles: ["manager"] }],
    ["invite_member", { email: "new-staff@example.test", roles: ["manager"] }],
    [
      "save_webhook_endpoint",
      { changes: { url: "https://receiver.example.test/", event_types: ["course.published"] } },
    ],
  ];
  for (const [name, args] of calls) {
    assert.equal((await operator.call(name, args)).failure?.code, "confirmation_required", name);
    // The model writes this argument, so it does not count as consent if the host can ask the person.
    const requested = await operator.callModern(name, { ...args, confirm: true }, canAsk);
    assert.equal(requested.resultType, "input_required", name);
    const refusal = response(false, requested);
    const declined = await operator.callModern(name, { ...args, confirm: true }, canAsk, refusal);
    assert.equal(declined.failure?.code, "confirmation_required", name);
  }
  assert.equal((await operator.call("get_member", { id })).result["roles"]?.toString(), "student");
  const asked = await operator.callModern(...calls[0]!, canAsk);
  const agreed = await operator.callModern(...calls[0]!, canAsk, response(true, asked));
  assert.deepEqual(agreed.result["roles"], ["manager"]);
  const invited = await operator.call("invite_member", { email: "new-student@example.test", roles: ["student"] });
  assert.equal(invited.failure, undefined);
});
