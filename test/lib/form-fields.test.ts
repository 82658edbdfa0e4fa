import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { parseFormFields } from "#lib/form-fields.ts";

const pieces = fc.constantFrom("a", "=", "&", "+", "%", "%4", "%41", "%c3%a9", "%ff", "%zz", "%00", "%ef%bb%bf", " ");

void test("Form fields are parsed as URLSearchParams parses them", () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 20 }), (parts) => {
      const encoded = parts.join("");
      assert.deepEqual(parseFormFields(encoded), [...new URLSearchParams(encoded)]);
    }),
    { numRuns: 500 },
  );
});
