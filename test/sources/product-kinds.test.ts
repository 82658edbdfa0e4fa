import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { type Node, Visitor } from "oxc-parser";
import { orderedTypes } from "#domain/sales/orders/product-id.ts";
import { productTypes } from "#domain/offers/coupons/product.ts";
import { readSource, type SourceFile, sourceFiles } from "../support/data/source-tree.ts";

const types: ReadonlySet<unknown> = new Set([...orderedTypes, ...productTypes].filter((type) => type.includes("_")));

const isType = (node: Node | null): boolean => node?.type === "Literal" && types.has(node.value);

/** Comparisons with a type of product, and `switch` statements over them. */
function comparisonsIn({ path, program, text }: SourceFile): string[] {
  const found: string[] = [];
  const add = ({ start, end }: Node) => found.push(`${path}: ${text.slice(start, end)}`);
  new Visitor({
    BinaryExpression(node) {
      const isComparison = /^[!=]==?$/.test(node.operator);
      if (isComparison && (isType(node.left) || isType(node.right))) add(node);
    },
    SwitchCase(node) {
      if (node.test && isType(node.test)) add(node.test);
    },
  }).visit(program);
  return found;
}

/** Tables by type of product that are declared without a type of all their keys, so that a new kind can be forgotten. */
function openTablesIn({ path, program, text }: SourceFile): string[] {
  const found: string[] = [];
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (init?.type !== "ObjectExpression" || (id.type === "Identifier" && id.typeAnnotation)) return;
      const keys = init.properties.map((property) => {
        const { key } = property.type === "Property" ? property : { key: null };
        return key?.type === "Identifier" ? key.name : key?.type === "Literal" ? key.value : null;
      });
      if (keys.filter((key) => types.has(key)).length > 1) found.push(`${path}: ${text.slice(id.start, id.end)}`);
    },
  }).visit(program);
  return found;
}

/** Comparisons outside of the kinds, with the reason. */
const exceptions: Record<string, string> = {
  'demo/history/sell.ts: productType === "course_plan"': "the demo redeems its coupons for courses",
  'domain/transfer/site-archive/history/access.ts: productType === "digital_product"':
    "grants of digital products are the only access that archives contain without IDs",
};

void describe("kinds of products", () => {
  const files = sourceFiles().filter(({ path }) => !path.startsWith("domain/sales/products/"));

  void test("are told apart in the table of kinds only", () => {
    assert.deepEqual(files.flatMap(comparisonsIn), Object.keys(exceptions));
    const faulty = readSource("domain/sales/a.ts", `switch (type) { case "event_ticket": break; default: }`);
    assert.deepEqual(comparisonsIn(faulty), ['domain/sales/a.ts: "event_ticket"']);
    const compared = readSource("domain/sales/a.ts", `if (line.productType === "course_plan") give();`);
    assert.deepEqual(comparisonsIn(compared), ['domain/sales/a.ts: line.productType === "course_plan"']);
  });

  void test("are complete in every table", () => {
    assert.deepEqual(files.flatMap(openTablesIn), []);
    const faulty = readSource("domain/sales/a.ts", `const of = { course_plan: 1, event_ticket: 2 };`);
    assert.deepEqual(openTablesIn(faulty), ["domain/sales/a.ts: of"]);
  });
});
