import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, test } from "node:test";
import { ownSteps } from "#domain/privacy/erasure-kind.ts";
import { columnsOf, wordsOf } from "#domain/platform/declared-table.ts";
import type { PersonalTable } from "#domain/privacy/personal-table.ts";
import { personalTables } from "#domain/privacy/tables.ts";
import { privacyDocument, privacyDocumentNow } from "../support/releases/privacy-document.ts";
import { columnsOfEverything, textsOfEverything } from "../support/worlds/whole-database.ts";

const hasPersonalData = ({ owner, actors, personal }: PersonalTable) => [owner?.column, actors, personal].some(Boolean);

void describe("The catalog of personal data", () => {
  void test("covers every table and column of the database: a new one fails this test", async () => {
    const existing = await columnsOfEverything();
    const declared = Object.fromEntries(
      personalTables.map((declaration) => {
        const { table, impersonal } = declaration;
        // All columns of a table of the school are the school's.
        return [table, impersonal === undefined ? existing[table] : columnsOf(declaration).toSorted()];
      }),
    );
    const message = "Declare the tables and columns of the database in the resource.ts of their slice.";
    assert.deepEqual(declared, existing, message);
  });

  void test("lists each table and each column once", () => {
    for (const declared of personalTables) {
      const { table, owner, actors, personal, secret, shared, impersonal } = declared;
      const classes = [actors, personal, secret, shared, impersonal].flatMap(wordsOf);
      assert.deepEqual(classes, [...new Set(classes)], table);
      assert.ok(!owner || !classes.includes(owner.column), table);
    }
    const tables = personalTables.map(({ table }) => table);
    assert.deepEqual(tables, [...new Set(tables)]);
  });

  void test("declares how each column with personal data is erased", () => {
    for (const declared of personalTables) {
      const { table, owner, personal, erasure } = declared;
      assert.ok(erasure.why.endsWith("."), table);
      assert.ok(declared.impersonal !== undefined || erasure.how === "keep", `${table} does not list its columns`);
      if (erasure.how === "keep") assert.ok(!hasPersonalData(declared), `${table} contains personal data and is kept`);
      if (erasure.how === "delete") assert.ok(owner, `The table ${table} has no declared owner`);
      if (erasure.how === "own" || erasure.how === "search")
        assert.ok(table in ownSteps, `${table} has no erasure step`);
      if (erasure.how === "pseudonymize") {
        const blank = Object.keys(erasure.blank ?? {});
        const left = wordsOf(personal).filter((column) => !blank.includes(column));
        assert.deepEqual(left, [], `${table} keeps personal data`);
      }
    }
  });

  void test("declares each text that someone can type: erased, or kept with a reason", async () => {
    const texts = await textsOfEverything();
    for (const declared of personalTables) {
      const { table, owner, actors, personal, secret, shared, impersonal, fixed, kept = {}, erasure } = declared;
      const stay = [...wordsOf(fixed), ...Object.keys(kept)];
      assert.deepEqual(
        stay.filter((column) => !wordsOf(impersonal).includes(column)),
        [],
        table,
      );
      for (const { why } of Object.values(kept)) assert.ok(why.endsWith("."), table);
      // All rows are deleted, or the texts are those of the school.
      if (erasure.how === "delete" || erasure.how === "keep") continue;
      const known = new Set([owner?.column, ...[actors, personal, secret, shared].flatMap(wordsOf), ...stay]);
      const undeclared = (texts[table] ?? []).filter((column) => !known.has(column));
      assert.deepEqual(undeclared, [], `Declare these columns of ${table} as personal, fixed or kept.`);
    }
  });

  void test("includes all personal data in the export, except machine-only columns", () => {
    const silent = personalTables.filter(({ owner, exportedAs }) => owner && exportedAs === undefined);
    assert.deepEqual(silent.map(({ table }) => table).toSorted(), [
      "families",
      "known_browsers",
      "learner_numbers",
      "progress_reports",
      "recovery_codes",
      "sign_in_codes",
      "uploads",
    ]);
    const names = personalTables.flatMap(({ exportedAs }) => exportedAs ?? []);
    assert.deepEqual(names, [...new Set(names)]);
  });

  void test("matches docs/privacy.md (update it with npm run contracts)", () => {
    assert.equal(readFileSync(privacyDocument, "utf8"), privacyDocumentNow());
  });
});
