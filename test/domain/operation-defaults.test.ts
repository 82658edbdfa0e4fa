import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { forAnyone, operation } from "#domain/platform/operation.ts";
import { versioned, versionedResource } from "#domain/platform/versioned.ts";

const named = { name: "paintWall", summary: "Paint a wall", input: z.object({}) };
const Wall = versionedResource("course", { color: z.string() });
const wall = { object: "course" as const, id: newId(), color: "red", version: 3 };
const run = async () => wall;

void test("The version and the audit entry of a write come from the resource that it returns", () => {
  const { version, audit } = operation({ ...named, writes: forAnyone, output: Wall, run });
  assert.equal(version?.(wall), 3);
  assert.deepEqual(audit?.({}, wall), { resourceType: "course", resourceId: formatId("course", wall.id) });
});

void test("A write emits an event about the resource that it returns", () => {
  const { event } = operation({ ...named, writes: forAnyone, output: Wall, run, emits: "course.updated" });
  const id = formatId("course", wall.id);
  assert.deepEqual(event?.({}, wall), { type: "course.updated", objectId: id, data: { id, object: "course" } });

  // @ts-expect-error -- No resource declares this event.
  operation({ ...named, writes: forAnyone, output: Wall, run, emits: "course.painted" });
  // @ts-expect-error -- Reads emit no events.
  operation({ ...named, reads: forAnyone, output: Wall, run, emits: "course.updated" });
  const nothing = { ...named, output: z.object({}), run: async () => ({}), unaudited: "of no effect" };
  // @ts-expect-error -- The output has no resource.
  assert.throws(() => operation({ ...nothing, writes: forAnyone, emits: "course.updated" }), /returns no resource/);
});

void test("Other metadata keeps the mark of a version and the kind of an ID, and other fields end the mark", () => {
  const described = Wall.meta({ description: "Outside" });
  const { version, audit } = operation({ ...named, writes: forAnyone, output: described, run });
  assert.equal(version?.(wall), 3);
  assert.equal(audit?.({}, wall).resourceType, "course");

  const Repainted = Wall.extend({ created: z.boolean() });
  const repaint = async () => ({ ...wall, created: true });
  // @ts-expect-error -- The result has a version, and its output does not say so.
  assert.equal(operation({ ...named, reads: forAnyone, output: Repainted, run: repaint }).version, undefined);
  const marked = operation({ ...named, reads: forAnyone, output: versioned(Repainted), run: repaint });
  assert.equal(marked.version?.({ ...wall, created: true }), 3);
});

void test("A versioned output requires a result with a version", () => {
  const withoutVersion = async () => ({ object: "course" as const, id: newId(), color: "red" });
  // @ts-expect-error -- The result has no version.
  const { version } = operation({ ...named, reads: forAnyone, output: Wall, run: withoutVersion });
  assert.throws(() => version?.({ ...wall, version: undefined as never }), /has no version/);
});

void test("What an operation defines itself replaces the default, and reads have no audit entry", () => {
  const own = operation({
    ...named,
    writes: forAnyone,
    output: Wall,
    run,
    version: ({ color }) => color,
    audit: () => ({ resourceType: "wall" }),
  });
  assert.equal(own.version?.(wall), "red");
  assert.deepEqual(own.audit?.({}, wall), { resourceType: "wall" });
  const unaudited = "of no effect for others";
  assert.equal(operation({ ...named, writes: forAnyone, output: Wall, run, unaudited }).audit, undefined);
  assert.equal(operation({ ...named, reads: forAnyone, output: Wall, run }).audit, undefined);
});

void test("A write without a resource in its output says what its audit entry is about, or why it has none", () => {
  const nothing = { ...named, writes: forAnyone, output: z.object({}), run: async () => ({}) };
  // @ts-expect-error -- Neither `audit` nor `unaudited`.
  assert.throws(() => operation(nothing), /paintWall returns no resource/);
  // The type of an ID is that of every codec between texts. Its kind is checked when the operation is defined.
  const text = z.codec(z.string(), z.string(), { decode: (value) => value, encode: (value) => value });
  const unknown = { ...named, writes: forAnyone, output: z.object({ id: text }), run: async () => ({ id: "1" }) };
  assert.throws(() => operation(unknown), /paintWall returns no resource/);
  assert.doesNotThrow(() => operation({ ...unknown, output: z.object({ id: Id("course") }) }));
});
