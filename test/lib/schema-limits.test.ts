import assert from "node:assert/strict";
import { test } from "node:test";
import * as z from "zod";
import { cellOf } from "#lib/csv/csv-cell.ts";
import { limitsOf } from "#lib/wire/limits.ts";

void test("limitsOf reads the limits of texts and numbers as Zod checks them", () => {
  assert.deepEqual(limitsOf(z.string().min(2).max(5)), { minimum: 2, maximum: 5, format: undefined });
  assert.deepEqual(limitsOf(z.number().int().min(1).max(9)), { minimum: 1, maximum: 9, isInteger: true });
  assert.deepEqual(limitsOf(z.int()), { minimum: undefined, maximum: undefined, isInteger: true });
  assert.deepEqual(limitsOf(z.number()), { minimum: undefined, maximum: undefined, isInteger: false });
  assert.equal(limitsOf(z.iso.date()).format, "date");
  assert.equal(limitsOf(z.email().max(254)).maximum, 254);
  assert.equal(limitsOf(z.string().regex(/^[a-z]+$/)).format, "regex");
  const changed = z
    .string()
    .max(7)
    .nullable()
    .transform((text) => text);
  assert.equal(limitsOf(changed).maximum, 7);
  assert.deepEqual(limitsOf(z.boolean()), {});
});

void test("A cell of a text with a format ignores spaces around it, and a free text keeps them", () => {
  for (const schema of [z.iso.date(), z.iso.datetime(), z.string().regex(/^[a-z]+$/)]) {
    const cell = cellOf(schema);
    assert.equal(cell.read(" x "), "x");
  }
  assert.equal(cellOf(z.string()).read(" x "), " x ");
});
