import assert from "node:assert/strict";
import { after, describe, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { scopeNames, scopes } from "#access/scopes.ts";
import { eventTypeNames } from "#domain/event-types.ts";
import { formatId } from "#domain/platform/ids.ts";
import { routeIndex } from "#operations/route-index.ts";
import { assertOk, assertStatus } from "../../support/assert-status.ts";
import { randomFrom } from "../../support/data/random.ts";
import { outboxOf } from "../../support/worlds/records.ts";
import { rounds, sampled } from "../../support/thorough.ts";
import { aReceiver, aSiteWithReceivers, deliverDue, type Received } from "../../support/doubles/webhook-receiver.ts";
import { everyCause } from "../support/every-cause.ts";
import { faultsOfEvent } from "../support/event-faults.ts";
import { imported, ndjsonOf } from "../support/imports.ts";
import { type Operator, operatorOf } from "../support/operator.ts";

type Fields = Record<string, unknown>;

const everything = scopeNames.filter((name) => scopes[name].kind === "operator").join(" ");

/** Subscribes to all types. */
async function subscribe(operator: Operator) {
  const receiver = aReceiver();
  const response = await operator.post("/webhook_endpoints", { url: receiver.url, event_types: [...eventTypeNames] });
  assertStatus(response, 201);
  return receiver;
}

const inOrder = (received: readonly Received[]) =>
  received.map(({ body }) => body).toSorted((one, other) => one.sequence - other.sequence);

/** Paths of the resources that can be read by ID, by type. */
const paths = new Map(routeIndex.flatMap(({ object, path }) => (object === undefined ? [] : [[object, path]])));

const pathOf = ({ object, id }: Fields) => paths.get(String(object))?.replace(/:\w+$/, String(id));

/** Changes and deletes the resource at once, as far as it allows that. Returns the number of successful requests. */
async function disturb(operator: Operator, resource: Fields): Promise<number> {
  const path = pathOf(resource);
  if (path === undefined || resource["id"] === operator.member.sub) return 0;
  const responses = [
    await operator.patch(path, { metadata: { disturbed: "yes" } }),
    await operator.patch(path, { name: "Disturbed" }),
    await operator.post(`${path}/archive`),
    await operator.delete(path),
  ];
  return responses.filter(({ statusCode }) => statusCode < 300).length;
}

void describe("A delivered event", () => {
  let disturbances = 0;

  for (const [type, cause] of sampled(Object.entries(everyCause), 4)) {
    void test(`${type} has the state of its time, whatever follows immediately, and matches its schema`, async () => {
      const operator = await operatorOf(await aSiteWithReceivers(), everything);
      const { received } = await subscribe(operator);
      const step = await cause(operator);
      if (typeof step === "function") await step();
      const caused = await outboxOf(operator.site);
      const cases = caused.filter((event) => event.type === type).map(({ objectId }) => objectId);
      for (const objectId of cases) {
        const { data } = caused.findLast((event) => event.objectId === objectId)!;
        const path = pathOf(data);
        const response = path === undefined ? undefined : await operator.get(path);
        if (response?.statusCode !== 200) continue;
        const shown = response.json<Fields>();
        for (const name of Object.keys(shown).filter((name) => name in data && !isSigned(data[name]))) {
          assert.deepEqual(data[name], shown[name], `${path} ${name}`);
        }
      }
      const resources = new Map(caused.map(({ data }) => [String(data["id"]), data]));
      for (const resource of resources.values()) disturbances += await disturb(operator, resource);
      await deliverDue(operator.site);
      const events = inOrder(received);
      assert.ok(
        events.some((event) => event.type === type),
        "delivered",
      );
      const states = new Map(caused.map(({ id, data }) => [formatId("webhookEvent", id), data]));
      for (const event of events) {
        assert.deepEqual(event.data.object, states.get(event.id) ?? event.data.object);
        assert.deepEqual(faultsOfEvent(event), [], `${event.type} ${JSON.stringify(event.data)}`);
        const response = await operator.get(`/webhook_events/${event.id}`);
        assertOk(response);
        assert.deepEqual(response.json<Fields>(), { ...event, object: "webhook_event" });
      }
    });
  }

  after(() => assert.ok(disturbances > 10, `${disturbances} changes followed`));
});

/** URLs of private files are signed anew at each read. */
const isSigned = (value: unknown): boolean => /"https?:[^"]*[?&]/.test(JSON.stringify(value));

/** Changes of a course that can follow each other in any order. Some are refused. */
const changes: Record<string, (operator: Operator, id: string, text: string) => Promise<{ statusCode: number }>> = {
  rename: (operator, id, text) => operator.patch(`/courses/${id}`, { name: text }),
  describe: (operator, id, text) => operator.patch(`/courses/${id}`, { description_markdown: text, tags: [text] }),
  archive: (operator, id) => operator.post(`/courses/${id}/archive`),
  restore: (operator, id) => operator.post(`/courses/${id}/restore`),
  remove: (operator, id) => operator.delete(`/courses/${id}`),
  renameTwiceInBulk: (operator, id, text) =>
    operator.post("/courses/bulk", {
      operations: ["first", "second"].map((which) => ({ op: "update", id, data: { name: `${text} ${which}` } })),
    }),
  failInBulk: (operator, id, text) =>
    operator.post("/courses/bulk", {
      operations: [
        { op: "update", id, data: { name: `${text} kept` } },
        { op: "update", id, data: { name: `${text} lost`, cover_file_id: "fil_00000000000000000000000000" } },
        { op: "delete", id },
      ],
    }),
};

for (let seed = 1; seed <= rounds(2, 20); seed++) {
  void test(`Events of rapid changes have the state of their time, in order (seed ${seed})`, async () => {
    const random = randomFrom(seed);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
    const operator = await operatorOf(await aSiteWithReceivers(), everything);
    const receiver = await subscribe(operator);
    const courses: string[] = [];
    for (const name of ["One", "Two"]) {
      const response = await operator.post("/courses", { name });
      assertStatus(response, 201);
      courses.push(response.json<{ id: string }>().id);
    }
    const shown = new Map<string, Fields[]>();
    for (let step = 0; step < 30; step++) {
      const id = pick(courses);
      await pick(Object.values(changes))(operator, id, `Text ${step}`);
      const response = await operator.get(`/courses/${id}`);
      if (response.statusCode === 200) shown.set(id, [...(shown.get(id) ?? []), response.json<Fields>()]);
    }
    await deliverDue(operator.site);
    const events = inOrder(receiver.received);
    for (const event of events) assert.deepEqual(faultsOfEvent(event), [], event.type);
    for (const id of courses) {
      const own = events.filter(({ data }) => data.object["id"] === id);
      assert.equal(own[0]!.type, "course.created");
      assert.equal(own[0]!.data.object["status"], "draft");
      for (const [index, { type, data }] of own.entries()) {
        const { object, previous_attributes: previous = {} } = data as { object: Fields; previous_attributes?: Fields };
        assert.equal(object["deleted"], type === "course.deleted" ? true : undefined);
        const before = own[index - 1]?.data.object ?? {};
        for (const [field, value] of Object.entries(previous)) {
          assert.deepEqual(before[field], value, `${type}: previous ${field}`);
          assert.notDeepEqual(object[field], value, `${type}: changed ${field}`);
        }
        if (type !== "course.updated" || index === 0) continue;
        const changed = Object.keys(object).filter(
          (field) => field !== "updated_at" && JSON.stringify(object[field]) !== JSON.stringify(before[field]),
        );
        if (Object.keys(previous).length > 0) assert.deepEqual(changed.toSorted(), Object.keys(previous).toSorted());
      }
      for (const state of shown.get(id) ?? []) {
        assert.ok(
          own.some(({ data }) => isDeepStrictEqual(data.object, state)),
          `shown by an event: ${JSON.stringify(state)}`,
        );
      }
    }
  });
}

const email = "ada@school.example";
const named = (name: string) => ({ email, name });

/** Requests with several rows about the same person, who is found by address. */
const severalRows: Record<string, (operator: Operator) => Promise<unknown>> = {
  "a bulk request": async (operator) =>
    assertOk(
      await operator.post("/members/bulk", {
        operations: ["First", "Second", "Third"].map((name) => ({ op: "upsert", data: named(name) })),
      }),
    ),
  "an import": (operator) => {
    const inline = ndjsonOf(...["First", "Second", "Third"].map(named));
    return imported(operator, { format: "ndjson", resource: "members", emit_events: true, inline });
  },
};

for (const [what, send] of Object.entries(severalRows)) {
  void test(`Each row of ${what} has events with the state after this row`, async () => {
    const operator = await operatorOf(await aSiteWithReceivers(), everything);
    await send(operator);
    const events = (await outboxOf(operator.site)).filter(({ data }) => data["email"] === email);
    for (const kind of ["member", "student"]) {
      const own = events.filter(({ type }) => type.startsWith(`${kind}.`));
      assert.deepEqual(
        own.map(({ type, data }) => [type, data["name"]]),
        [
          [`${kind}.created`, "First"],
          [`${kind}.updated`, "Second"],
          [`${kind}.updated`, "Third"],
        ],
      );
    }
  });
}

void test("An endpoint receives no events from before it existed, was enabled or subscribed to the type", async () => {
  const operator = await operatorOf(await aSiteWithReceivers(), everything);
  const receiver = aReceiver();
  const create = async (name: string) => {
    const response = await operator.post("/courses", { name });
    assertStatus(response, 201);
    return response.json<{ id: string }>().id;
  };
  const names = () => inOrder(receiver.received).map(({ type, data }) => `${type} ${String(data.object["name"])}`);
  const course = await create("Before it existed");
  const made = await operator.post("/webhook_endpoints", { url: receiver.url, event_types: ["course.created"] });
  assertStatus(made, 201);
  const { id } = made.json<{ id: string }>();
  const change = async (fields: object) => assertOk(await operator.patch(`/webhook_endpoints/${id}`, fields));
  await create("First");
  await change({ status: "disabled" });
  await create("While disabled");
  await change({ status: "enabled" });
  await create("Second");
  assertOk(await operator.patch(`/courses/${course}`, { name: "Before it subscribed" }));
  await change({ event_types: ["course.created", "course.updated"] });
  assertOk(await operator.patch(`/courses/${course}`, { name: "Third" }));
  await deliverDue(operator.site);
  assert.deepEqual(names(), ["course.created Second", "course.updated Third"]);
});

void test("A text that is too large is left out and named", async () => {
  const operator = await operatorOf(await aSiteWithReceivers(), everything);
  const receiver = await subscribe(operator);
  const body = "字".repeat(60_000);
  const response = await operator.post("/posts", { title: "Long", access: "public", body_markdown: body });
  assertStatus(response, 201);
  assertOk(await operator.post(`/posts/${response.json<{ id: string }>().id}/publish`));
  await deliverDue(operator.site);
  const event = receiver.received.find((each) => each.body.type === "post.published")!;
  assert.ok(event.text.length < 300_000);
  assert.deepEqual(event.body.data.object["omitted_fields"], ["body_html"]);
  assert.equal(event.body.data.object["body_html"], "");
  assert.equal(event.body.data.object["body_markdown"], body);
});
