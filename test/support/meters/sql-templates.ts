import { type Expression, type Program, type TemplateLiteral, Visitor } from "oxc-parser";
import type { SourceFile } from "../data/source-tree.ts";

/** A statement in the source, with its fragments inlined as far as they can be resolved. */
export interface Statement {
  file: string;
  line: number;
  /** `?` for every bound value. */
  text: string;
  /** The source of the values: `site.id`. */
  values: string;
  /** The call says that the statement only reads: `` db.first`…` `` without `write`. */
  isRead: boolean;
}

/**
 * Every statement that a file sends: `` db.many`…` ``, `` db.first`…` ``, `` db.one`…` ``, `` db.run`…` ``,
 * `client.query("…", [ … ])`, `copyRows(client, "table (columns)", …)`, and `` batch({ … }, (asked) => sql`…`) ``, whose
 * values are its inputs.
 */
export function statementsOf(file: SourceFile): Statement[] {
  const pieces = namedPieces(file.program);
  const statements: Statement[] = [];
  const add = (start: number, text: string, values: string, isRead = false) => {
    const line = file.text.slice(0, start).split("\n").length;
    statements.push({ file: file.path, line, text: text.replaceAll(/--[^\n]*\n/g, " "), values, isRead });
  };
  new Visitor({
    TaggedTemplateExpression(node) {
      if (node.tag.type !== "MemberExpression" || node.tag.property.type !== "Identifier") return;
      if (!["many", "first", "one", "run"].includes(node.tag.property.name)) return;
      const values: string[] = [];
      const text = write(node.quasi, pieces, file, values);
      const { object, property } = node.tag;
      const isWrite =
        object.type === "MemberExpression" && file.text.slice(object.start, object.end).endsWith(".write");
      add(node.start, text, values.join(" "), property.name !== "run" && !isWrite);
    },
    CallExpression({ callee, arguments: given, start, end }) {
      const name = callee.type === "MemberExpression" ? callee.property : callee;
      if (name.type !== "Identifier") return;
      if (name.name === "batch") {
        const [types, statement] = given as [Expression, Expression];
        if (statement.type !== "ArrowFunctionExpression") return;
        const declared = types.type === "Identifier" ? pieces.get(types.name)?.[0] : types;
        if (!declared) return;
        const text = valueText(statement.body as Expression, pieces, file, []);
        return add(start, text, file.text.slice(declared.start, declared.end));
      }
      if (name.name !== "query" && name.name !== "copyRows") return;
      const statement = given[name.name === "query" ? 0 : 1] as Expression | undefined;
      const text = statement && plainText(statement, pieces, file);
      if (text !== undefined)
        add(start, name.name === "query" ? text : `copy into ${text}`, file.text.slice(start, end));
    },
  }).visit(file.program);
  return statements;
}

function plainText(expression: Expression, pieces: Pieces, file: SourceFile): string | undefined {
  if (expression.type === "Literal") return String(expression.value);
  return expression.type === "TemplateLiteral" ? write(expression, pieces, file, []) : undefined;
}

type Pieces = ReadonlyMap<string, readonly Expression[]>;

/** Named fragments of the file: `` const columns = sql`…` ``, `const row = { siteId: … }`. */
function namedPieces(program: Program): Pieces {
  const pieces = new Map<string, Expression[]>();
  const remember = (name: string, value: Expression) => pieces.set(name, [...(pieces.get(name) ?? []), value]);
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === "Identifier" && init) remember(id.name, init);
    },
    FunctionDeclaration({ id, body }) {
      const last = body?.body.at(-1);
      if (id && last?.type === "ReturnStatement" && last.argument) remember(id.name, last.argument);
    },
  }).visit(program);
  return pieces;
}

function write(quasi: TemplateLiteral, pieces: Pieces, file: SourceFile, values: string[]): string {
  let text = quasi.quasis[0]!.value.raw;
  for (const [index, expression] of quasi.expressions.entries()) {
    text += valueText(expression, pieces, file, values);
    text += quasi.quasis[index + 1]!.value.raw;
  }
  return text;
}

function valueText(expression: Expression, pieces: Pieces, file: SourceFile, values: string[]): string {
  if (expression.type === "TaggedTemplateExpression") return write(expression.quasi, pieces, file, values);
  if (expression.type === "CallExpression" && expression.callee.type === "Identifier") {
    const { name } = expression.callee;
    if (name === "rows")
      return expression.arguments.map((argument) => columnsOf(argument as Expression, pieces)).join(" ");
    const returned = pieces.get(name);
    if (returned?.[0]) return valueText(returned[0], pieces, file, values);
  }
  const part = partOfTable(expression);
  if (part !== undefined) {
    values.push(file.text.slice(expression.start, expression.end));
    return part;
  }
  if (expression.type === "Identifier") {
    const [piece] = pieces.get(expression.name) ?? [];
    if (piece?.type === "TaggedTemplateExpression") return write(piece.quasi, pieces, file, values);
  }
  values.push(file.text.slice(expression.start, expression.end));
  return "?";
}

/** The condition on the site of `table("courses").fromEach(…)`, an end of an update by ID. */
function partOfTable(expression: Expression): string | undefined {
  if (expression.type !== "CallExpression" || expression.callee.type !== "MemberExpression") return undefined;
  const { object, property } = expression.callee;
  if (object.type !== "CallExpression" || object.callee.type !== "Identifier" || object.callee.name !== "table")
    return undefined;
  const [name] = object.arguments;
  const isUpdate = property.type === "Identifier" && ["fromEach", "fromRecords"].includes(property.name);
  if (!isUpdate || name?.type !== "Literal") return undefined;
  return `from changed where ${name.value}.site_id = changed.site_id and ${name.value}.id = changed.id`;
}

/** The columns of `rows(row)` if `row` is a literal in the file; several of one name must all contain them. */
function columnsOf(argument: Expression, pieces: Pieces): string {
  const objects = argument.type === "Identifier" ? (pieces.get(argument.name) ?? []) : [argument];
  const columns = objects.map((object) =>
    object.type === "ObjectExpression"
      ? object.properties.flatMap((property) =>
          property.type === "Property" && property.key.type === "Identifier" ? [snakeCase(property.key.name)] : [],
        )
      : [],
  );
  const [first = [], ...others] = columns;
  return `(${first.filter((column) => others.every((other) => other.includes(column))).join(", ")})`;
}

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
