import assert from "node:assert/strict";
import { test } from "node:test";
import { aboutResult, kindOfOutput } from "#domain/platform/operation-defaults.ts";
import { toWire } from "#lib/wire/names.ts";
import { locales } from "#domain/platform/site/locales.ts";
import { textFor } from "#pages/text/catalogue.ts";
import { auditActionsOf } from "../support/data/audit-actions.ts";
import { exportedOperations } from "../support/data/exported-operations.ts";
import { readSource, sourceFiles } from "../support/data/source-tree.ts";

const files = sourceFiles();
const wordless = (names: readonly string[], words: (locale: (typeof locales)[number]) => object): string[] =>
  names.filter((name) => !locales.every((locale) => Object.hasOwn(words(locale), name)));

void test("Every action in the audit log has a description", () => {
  const actions = auditActionsOf(files);
  assert.ok(actions.length > 25, "No actions were found.");
  const missing = wordless(actions, (locale) => textFor(locale).admin.auditLog.actions);
  assert.deepEqual(missing, [], "Add phrases for these to audit.actions in the resource.ts of their slice.");
});

void test("Every subject of an audit entry has a name", async () => {
  const named = files.flatMap(({ text }) => [...text.matchAll(/(?:resourceType: |\babout\()"(\w+)"/g)]);
  const returned = (await exportedOperations()).flatMap((operation) => {
    const kind = kindOfOutput(operation.output);
    return kind && operation.audit === aboutResult(kind) ? kind : [];
  });
  const types = new Set([...named.map(([, kind]) => kind!), ...returned].map(toWire));
  assert.ok(types.size > 30, "No subjects were found.");
  const missing = wordless([...types], (locale) => textFor(locale).admin.auditLog.resourceTypes);
  assert.deepEqual(missing, [], "Add these to audit.names in the resource.ts of their slice.");
});

void test("Names are found in every call, and an unreadable one is reported", () => {
  const text = `
    export const one = operation({ name: "opened", writes: "courses:write" });
    export const looking = operation({ name: "looked", reads: "courses:read" });
    export const quiet = operation({ name: "noted", writes: "courses:write", unaudited: "of no effect" });
    const note = (context, action, { details }) => recordAudit(context, action, { details });
    async function tell(context, { what, details }) { await note(context, what, { details }); }
    export const two = (context) => tell(context, { what: won ? "won" : "lost", details: {} });
    export const three = (context) => { recordAudit(context, "closed", {}); };`;
  assert.deepEqual(auditActionsOf([readSource("domain/doors.ts", text)]), ["closed", "lost", "opened", "won"]);
  const unreadable = readSource(
    "domain/faulty.ts",
    "const note = (context) => recordAudit(context, nameOf(context), {});",
  );
  assert.throws(() => auditActionsOf([unreadable]), /domain\/faulty\.ts/);
});
