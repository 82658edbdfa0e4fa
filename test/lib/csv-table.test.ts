import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "csv-parse/sync";
import * as z from "zod";
import { AccessRule, Metadata, Money } from "#domain/platform/fields.ts";
import { Id, newId } from "#domain/platform/ids.ts";
import { Instant } from "#domain/platform/time/instant.ts";
import { byteOrderMark, csvRecord } from "#lib/csv/csv-record.ts";
import { csvTableOf } from "#lib/csv/csv-table.ts";
import { guard, unguard } from "#lib/csv/formula-guard.ts";
import { compileEncoder } from "#lib/wire/encode.ts";

const Lesson = z.object({
  object: z.literal("lesson"),
  id: Id("lecture"),
  name: z.string(),
  subtitle: z.string().nullable(),
  level: z.enum(["easy", "hard"]).nullable(),
  length: z.number().nullable(),
  isFree: z.boolean(),
  tags: z.array(z.string()),
  durations: z.array(z.number()).nullable(),
  price: Money.nullable(),
  access: AccessRule,
  gift: z
    .discriminatedUnion("kind", [
      z.object({ kind: z.literal("nothing"), note: z.string().nullable() }),
      z.object({ kind: z.literal("money"), amount: Money }),
    ])
    .optional(),
  authors: z.array(z.object({ name: z.string() })),
  metadata: Metadata,
  beganAt: Instant.nullable(),
});

const table = csvTableOf(Lesson);
const encode = compileEncoder(Lesson) as (lesson: z.output<typeof Lesson>) => Record<string, unknown>;

const lesson: z.output<typeof Lesson> = {
  object: "lesson",
  id: newId(),
  name: "Night sky, “whole”",
  subtitle: null,
  level: "easy",
  length: -2.5,
  isFree: false,
  tags: ["stars", "夜空"],
  durations: [60, -1],
  price: { amount: 1999, currency: "TWD" },
  access: { kind: "days", days: 30 },
  authors: [{ name: "Ada" }, { name: "林小明" }],
  metadata: { source: "old site" },
  beganAt: new Date("2026-01-02T03:04:05.678Z"),
};

/** The values after they were written to a file and read again. */
function reread(changes: Partial<z.output<typeof Lesson>>): { wrote: unknown; read: unknown } {
  const wrote = encode({ ...lesson, ...changes });
  const text = csvRecord(table.columns) + csvRecord(table.cellsOf(wrote));
  const [header, cells] = parse(byteOrderMark + text, { bom: true, recordDelimiter: "\r\n" });
  return { wrote, read: table.reader(header!).read(cells!) };
}

void test("Columns are the field names of the API, with nested objects in several columns", () => {
  assert.deepEqual(table.columns, [
    "object",
    "id",
    "name",
    "subtitle",
    "level",
    "length",
    "is_free",
    "tags",
    "durations",
    "price.amount",
    "price.currency",
    "access.kind",
    "access.days",
    "access.until",
    "gift.kind",
    "gift.note",
    "gift.amount.amount",
    "gift.amount.currency",
    "authors",
    "metadata",
    "began_at",
  ]);
});

void test("Cells are readable: lists with semicolons, JSON for lists of objects", () => {
  const cells = table.cellsOf(encode(lesson));
  assert.deepEqual(cells.slice(3), [
    "",
    "easy",
    "-2.5",
    "false",
    "stars;夜空",
    "60;-1",
    "1999",
    "TWD",
    "days",
    "30",
    "",
    "",
    "",
    "",
    "",
    '[{"name":"Ada"},{"name":"林小明"}]',
    '{"source":"old site"}',
    "2026-01-02T03:04:05.678Z",
  ]);
});

const texts = [
  "",
  " ",
  "'",
  "''",
  "'tis",
  "'=1",
  "=1+1",
  '=HYPERLINK("http://a.example";"b")',
  "+886 912",
  "-1",
  "@a",
  "\tb",
  "\rc",
  "\nd",
  "＝1",
  'a "quoted", text',
  "two\r\nlines",
  "a;b",
  "[1]",
  "null",
  "true",
  "12",
  "\uFEFFmark",
];

void test("Every text round-trips alone, in a nullable field, and in a list", () => {
  for (const text of texts) {
    for (const changes of [
      { name: text },
      { subtitle: text },
      { tags: [text] },
      { tags: ["a", text] },
      { tags: [text, "b"] },
      { metadata: { [text]: text } },
      { authors: [{ name: text }] },
    ]) {
      const { wrote, read } = reread(changes);
      assert.deepEqual(read, wrote, JSON.stringify(changes));
    }
  }
});

void test("Every kind of empty value round-trips", () => {
  for (const changes of [
    { price: null },
    { price: { amount: 0, currency: "TWD" } },
    { tags: [], authors: [], metadata: {} },
    { durations: null },
    { durations: [] },
    { level: null, length: null, beganAt: null },
    { length: 0, isFree: true },
    { access: { kind: "lifetime" as const } },
    { gift: { kind: "nothing" as const, note: null } },
    { gift: { kind: "money" as const, amount: { amount: 5, currency: "TWD" } } },
    { access: { kind: "until" as const, until: "2026-12-31T00:00:00Z" } },
  ]) {
    const { wrote, read } = reread(changes);
    assert.deepEqual(read, wrote, JSON.stringify(changes));
  }
});

void test("No text is executed as a formula by a spreadsheet program", () => {
  for (const text of texts) assert.doesNotMatch(guard(text), /^[=+\-@\t\r\n＝＋－＠]/);
  for (const text of texts) assert.equal(unguard(guard(text)), text);
  assert.equal(guard("'tis"), "'tis");
  assert.equal(unguard("+886 912"), "+886 912");
});

void test("A table made by hand can have fewer columns, another order, and common spellings", () => {
  const reader = table.reader(["tags", " name ", "is_free", "length", "metadata.source", "metadata.note", "colour"]);
  assert.deepEqual(reader.unknown, ["colour"]);
  assert.deepEqual(reader.read(["a; b;", "X", "TRUE", " 3 ", "old", "", "red"]), {
    name: "X",
    length: 3,
    is_free: true,
    tags: ["a", "b"],
    metadata: { source: "old" },
  });
});

void test("A value of the wrong type stays text, so that the schema reports the error", () => {
  const reader = table.reader(["length", "is_free", "authors", "price.amount"]);
  assert.deepEqual(reader.read(["three", "maybe", "{", "1,999"]), {
    length: "three",
    is_free: "maybe",
    authors: "{",
    price: { amount: "1,999" },
  });
});

void test("A duplicate column is reported", () => {
  assert.deepEqual(table.reader(["name", "tags", "name"]).repeated, ["name"]);
});

void test("A recursive value is one cell", () => {
  const Node = z.object({
    name: z.string(),
    get parent(): z.ZodNullable<typeof Node> {
      return Node.nullable();
    },
  });
  const nested = csvTableOf(z.object({ node: Node }));
  const recursive = { node: { name: "a", parent: { name: "b", parent: null } } };
  const cells = nested.cellsOf(recursive);
  assert.deepEqual(nested.reader(nested.columns).read(cells), recursive);
});
