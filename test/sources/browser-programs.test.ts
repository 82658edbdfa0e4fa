import assert from "node:assert/strict";
import { test } from "node:test";
import { Visitor } from "oxc-parser";
import { sourceFiles, type SourceFile } from "../support/data/source-tree.ts";

/** One statement, which the policy of its page allows by its hash. */
const submitsItself = "pages/views/parts/form-post.ts";

const program = /\baddEventListener\(|\bdocument\.(?:body|cookie|documentElement|\w+\()/;

void test("Programs of browsers are modules of src/islands, not strings", () => {
  const found = sourceFiles().filter((file) => !file.path.startsWith("islands/") && stringsOf(file).some(isProgram));
  assert.deepEqual(
    found.map(({ path }) => path),
    [submitsItself],
  );
});

const isProgram = (text: string): boolean => program.test(text);

function stringsOf({ program: parsed }: SourceFile): string[] {
  const found: string[] = [];
  new Visitor({
    TemplateElement({ value }) {
      found.push(value.raw);
    },
    Literal({ value }) {
      if (typeof value === "string") found.push(value);
    },
  }).visit(parsed);
  return found;
}
