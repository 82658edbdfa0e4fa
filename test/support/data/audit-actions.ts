import {
  type Argument,
  type Expression,
  type Function,
  type ObjectExpression,
  type ParamPattern,
  Visitor,
} from "oxc-parser";
import type { SourceFile } from "./source-tree.ts";

/** The one file that passes on the name of an operation, which is read at its definition. */
const ofOperations = "domain/platform/operation.ts";

/** The position of a name in a call: an argument, or a property of one. */
interface Place {
  argument: number;
  property?: string;
}

interface Routine {
  name: string | undefined;
  /** Name positions of the functions it calls. */
  places: ReadonlyMap<string, Place>;
}

interface Call {
  file: string;
  to: string;
  given: readonly Argument[];
  inside: Routine | undefined;
}

/**
 * All action names that the files write into the audit log: from operations with an audit entry, and from calls of
 * `recordAudit`, also through other functions. Throws if a name cannot be read.
 */
export function auditActionsOf(files: readonly SourceFile[]): string[] {
  const actions = new Set<string>();
  const calls = files.flatMap((file) => readCalls(file, actions));
  const followed = new Set<string>();

  function follow(recorder: string, place: Place): void {
    const key = JSON.stringify([recorder, place]);
    if (followed.has(key)) return;
    followed.add(key);
    for (const { file, to, given, inside } of calls) {
      const handed = to === recorder ? at(given, place) : undefined;
      const texts = handed && textsOf(handed);
      if (texts) for (const text of texts) actions.add(text);
      if (!handed || texts || file === ofOperations) continue;
      const earlier = handed.type === "Identifier" ? inside?.places.get(handed.name) : undefined;
      if (!inside?.name || !earlier) throw new Error(`${file}: the name of a recorded action cannot be read.`);
      follow(inside.name, earlier);
    }
  }
  follow("recordAudit", { argument: 1 });
  return [...actions].toSorted();
}

function readCalls({ path, program }: SourceFile, operations: Set<string>): Call[] {
  const calls: Call[] = [];
  const inside: Routine[] = [];
  const names = new Map<object, string>();

  const enter = (routine: { type: string; params: readonly ParamPattern[]; id?: Function["id"] }) => {
    const name = routine.id?.name ?? names.get(routine);
    inside.push({ name, places: new Map(routine.params.flatMap(placesOf)) });
  };
  const leave = () => void inside.pop();
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (init && id.type === "Identifier") names.set(init, id.name);
    },
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    CallExpression({ callee, arguments: given }) {
      if (callee.type !== "Identifier") return;
      calls.push({ file: path, to: callee.name, given, inside: inside.at(-1) });
      const [definition] = given;
      if (callee.name !== "operation" || definition?.type !== "ObjectExpression") return;
      const name = property(definition, "name");
      const texts = name && textsOf(name);
      if (texts && isAudited(definition)) for (const text of texts) operations.add(text);
    },
  }).visit(program);
  return calls;
}

function placesOf(pattern: ParamPattern, argument: number): [string, Place][] {
  if (pattern.type === "Identifier") return [[pattern.name, { argument }]];
  if (pattern.type !== "ObjectPattern") return [];
  return pattern.properties.flatMap((each): [string, Place][] =>
    each.type === "Property" && each.key.type === "Identifier" && each.value.type === "Identifier"
      ? [[each.value.name, { argument, property: each.key.name }]]
      : [],
  );
}

function at(args: readonly Argument[], { argument, property: propertyName }: Place): Expression | undefined {
  const handed = args[argument];
  if (!handed || handed.type === "SpreadElement") return undefined;
  if (propertyName === undefined) return handed;
  return handed.type === "ObjectExpression" ? property(handed, propertyName) : undefined;
}

export function property({ properties }: ObjectExpression, propertyName: string): Expression | undefined {
  for (const each of properties) {
    if (each.type === "Property" && each.key.type === "Identifier" && each.key.name === propertyName) return each.value;
  }
  return undefined;
}

/** A write has an audit entry, unless it says why not. */
const isAudited = (definition: ObjectExpression): boolean =>
  !property(definition, "reads") && !property(definition, "unaudited");

/** Possible string values of an expression: one, or one of two. */
function textsOf(expression: Expression): string[] | undefined {
  if (expression.type === "Literal") return typeof expression.value === "string" ? [expression.value] : undefined;
  if (expression.type !== "ConditionalExpression") return undefined;
  const [one, other] = [textsOf(expression.consequent), textsOf(expression.alternate)];
  return one && other && [...one, ...other];
}
