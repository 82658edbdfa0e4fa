import assert from "node:assert/strict";
import { test } from "node:test";
import { buildSchema, getOperationAST, type GraphQLObjectType, isObjectType, parse } from "graphql";
import { execute } from "#member/execution/execute.ts";
import { prepareOperation } from "#member/execution/operation.ts";
import { schema as memberSchema } from "#member/schema.ts";

const schema = buildSchema(`
  input Tree { name: String! branches: [Tree!] }
  type Query { text(tree: Tree): String items: [Item!] }
  type Item { early: String! late: String! }
`);

const fieldOf = (type: string, field: string) => (schema.getType(type) as GraphQLObjectType).getFields()[field]!;

const run = async (query: string, variables = {}) => {
  const document = parse(query);
  return execute(prepareOperation(schema, document, getOperationAST(document)!), {}, variables);
};

void test("Selections follow the variables of directives, whatever other variables of the document contain", async () => {
  fieldOf("Query", "text").resolve = () => "x";
  const document = parse(`
    query B($a: Boolean!) { text @include(if: $a) }
    query A($a: String!, $b: Boolean!, $c: String!) { __typename text @include(if: $b) x: items { early @skip(if: $b) } c: text(tree: { name: $a }) d: text(tree: { name: $c }) }
    query C($c: Boolean!) { text @include(if: $c) }`);
  fieldOf("Query", "items").resolve = () => [];
  const operation = prepareOperation(schema, document, getOperationAST(document, "A")!);
  const first = await execute(operation, {}, { a: "1", b: true, c: "false,z" });
  const second = await execute(operation, {}, { a: "1,true", b: false, c: "z" });
  assert.deepEqual(
    [Object.keys(first.data!), Object.keys(second.data!)].map((keys) => keys.includes("text")),
    [true, false],
  );
});

void test("An input type may contain itself", async () => {
  fieldOf("Query", "text").resolve = (_root, { tree }) => JSON.stringify(tree);
  const tree = { name: "a", branches: [{ name: "b", branches: [{ name: "c" }] }] };
  const { data } = await run("query ($tree: Tree) { text(tree: $tree) }", { tree });
  assert.deepEqual(JSON.parse(String(data!["text"])), tree);
});

void test("An item that fails immediately leaves no rejection of an earlier item unhandled", async () => {
  const rejections: unknown[] = [];
  const note = (reason: unknown) => rejections.push(reason);
  const listeners = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection").on("unhandledRejection", note);
  try {
    fieldOf("Query", "items").resolve = () => [{ early: "a" }, { early: null }];
    fieldOf("Item", "late").resolve = async () => Promise.reject(new Error("Late."));
    const { data, errors } = await run("{ items { early late } }");
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(data!["items"], null);
    assert.equal(errors!.length, 1);
    assert.deepEqual(rejections, []);
  } finally {
    process.removeListener("unhandledRejection", note);
    for (const listener of listeners) process.on("unhandledRejection", listener);
  }
});

void test("The schema uses nothing that the executor does not know: isTypeOf and subscriptions", () => {
  const types = Object.values(memberSchema.getTypeMap());
  assert.deepEqual(
    types.filter((type) => isObjectType(type) && type.isTypeOf),
    [],
  );
  assert.equal(memberSchema.getSubscriptionType(), undefined);
});
