/** A node of the parser's tree: `{ SelectStmt: { … } }`, `{ ColumnRef: { … } }`, or the fields of one. */
export type Node = Record<string, unknown>;

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The fields of a node of this type; undefined if it has another type. */
export const as = (node: unknown, type: string): Node | undefined =>
  isNode(node) && isNode(node[type]) ? node[type] : undefined;

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The names of a column reference: `["members", "site_id"]`. */
export const columnOf = (node: unknown): string[] | undefined => {
  const reference = as(node, "ColumnRef");
  return reference && list(reference["fields"]).map((field) => nameOf(as(field, "String")));
};

const nameOf = (text: Node | undefined): string => (typeof text?.["sval"] === "string" ? text["sval"] : "*");

export const functionName = (call: Node): string => String(as(list(call["funcname"]).at(-1), "String")?.["sval"]);

const statementTypes = ["SelectStmt", "InsertStmt", "UpdateStmt", "DeleteStmt"] as const;

/** The type and fields of a statement. */
export function statementOf(node: unknown): { type: (typeof statementTypes)[number]; fields: Node } | undefined {
  for (const type of statementTypes) {
    const fields = as(node, type);
    if (fields) return { type, fields };
  }
  return undefined;
}

/** Visits a node and everything below it, except where `enter` returns false. */
export function walk(value: unknown, enter: (node: Node) => boolean | void): void {
  if (Array.isArray(value)) for (const item of value) walk(item, enter);
  if (!isNode(value) || enter(value) === false) return;
  for (const child of Object.values(value)) walk(child, enter);
}

/** Conditions that all hold: the operands of `and`. */
export function conjuncts(node: unknown): unknown[] {
  const operator = as(node, "BoolExpr");
  if (operator?.["boolop"] === "AND_EXPR") return list(operator["args"]).flatMap(conjuncts);
  return node === undefined ? [] : [node];
}
