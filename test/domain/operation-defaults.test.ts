import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { formatId, Id, newId } from "#domain/platform/ids.ts";
import { forAnyone, type Operation, operation } from "#domain/platform/operation.ts";
import { versioned, versionedResource } from "#domain/platform/versioned.ts";

const Wall = versionedResource("course", { color: z.string() });
const wall = { object: "course" as const, id: newId(), color: "red", version: 3 };
const id = formatId("course", wall.id);
const aboutWall = { resourceType: "course", resourceId: id };

const named = { name: "paintWall", summary: "Paint a wall", input: z.object({}) };
const painting = { ...named, output: Wall, run: async () => wall };
const nothing = { ...named, output: z.object({}), run: async () => ({}) };

/** Returns the version, the audit entry and the events of a result. */
const impliedBy = (defined: Operation, result: object = wall) => ({
  version: defined.version?.(result),
  audit: defined.audit?.({}, result),
  event: defined.event?.({}, result),
});

void test("The version, the audit entry and the event of a write come from the resource that it returns", () => {
  const silent = { version: 3, audit: undefined, event: undefined };
  assert.deepEqual(impliedBy(operation({ ...painting, reads: forAnyone })), silent);
  assert.deepEqual(impliedBy(operation({ ...painting, writes: forAnyone })), { ...silent, audit: aboutWall });
  assert.deepEqual(impliedBy(operation({ ...painting, writes: forAnyone, emits: "course.updated" })), {
    version: 3,
    audit: aboutWall,
    event: { type: "course.updated", objectId: id, data: { id, object: "course" } },
  });
  assert.deepEqual(impliedBy(operation({ ...painting, writes: forAnyone, unaudited: "of no effect" })), silent);
});

void test("What an operation defines itself replaces the default", () => {
  const own = operation({
    ...painting,
    writes: forAnyone,
    version: ({ color }) => color,
    audit: () => ({ resourceType: "wall" }),
  });
  assert.deepEqual(impliedBy(own), { version: "red", audit: { resourceType: "wall" }, event: undefined });
});

void test("Other metadata keeps the mark of a version and the kind of an ID, and other fields end the mark", () => {
  const described = { ...painting, output: Wall.meta({ description: "Outside" }) };
  assert.deepEqual(impliedBy(operation({ ...described, writes: forAnyone })), {
    version: 3,
    audit: aboutWall,
    event: undefined,
  });

  const Repainted = Wall.extend({ created: z.boolean() });
  const repainting = { ...painting, output: Repainted, run: async () => ({ ...wall, created: true }) };
  // @ts-expect-error -- The result has a version, and its output does not say so.
  assert.equal(impliedBy(operation({ ...repainting, writes: forAnyone })).version, undefined);
  assert.equal(impliedBy(operation({ ...repainting, reads: forAnyone, output: versioned(Repainted) })).version, 3);
});

void test("A versioned output requires a result with a version", () => {
  const { version: _version, ...unversioned } = wall;
  // @ts-expect-error -- The result has no version.
  const defined = operation({ ...named, reads: forAnyone, output: Wall, run: async () => unversioned });
  assert.throws(() => impliedBy(defined, unversioned), /has no version/);
});

void test("An operation emits declared events about its resource, and reads emit none", () => {
  // @ts-expect-error -- No resource declares this event.
  operation({ ...painting, writes: forAnyone, emits: "course.painted" });
  // @ts-expect-error -- Reads emit no events.
  operation({ ...painting, reads: forAnyone, emits: "course.updated" });
  const silent = { ...nothing, unaudited: "of no effect" };
  // @ts-expect-error -- The output has no resource.
  assert.throws(() => operation({ ...silent, writes: forAnyone, emits: "course.updated" }), /returns no resource/);
});

void test("A write without a resource in its output says what its audit entry is about, or why it has none", () => {
  // @ts-expect-error -- Neither `audit` nor `unaudited`.
  assert.throws(() => operation({ ...nothing, writes: forAnyone }), /paintWall returns no resource/);
  // The type of an ID is that of every codec between texts. Its kind is checked when the operation is defined.
  const text = z.codec(z.string(), z.string(), { decode: (value) => value, encode: (value) => value });
  const unknown = { ...named, output: z.object({ id: text }), run: async () => ({ id: "1" }) };
  assert.throws(() => operation({ ...unknown, writes: forAnyone }), /paintWall returns no resource/);
  assert.doesNotThrow(() => operation({ ...unknown, writes: forAnyone, output: z.object({ id: Id("course") }) }));
});
