import {
  getNullableType,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredInputField,
} from "graphql";
import { chance, oneOf, type Random } from "./random.ts";
import { type KnownTexts, randomInput } from "./random-input.ts";

interface Variable {
  name: string;
  /** The type of the positions in which it is used. Undefined for the condition of a directive. */
  position: GraphQLInputType | undefined;
  /** Types with their defaults: each operation defines the variable by one of them. */
  definitions: readonly string[];
  /** A value that the variable accepts. */
  accepted: () => unknown;
}

const conditions = ["Boolean!", "Boolean! = true", "Boolean = false", "Boolean = true"];

/** A variable as an operation defines it. */
interface DefinedVariable {
  variable: Variable;
  definition: string;
}

/** The variables of a random document. They are declared where they are used first. */
export function openVariables(g: Random, known: KnownTexts) {
  const declared: Variable[] = [];

  /** A value in a document. Without variables, it can be a default. */
  function literal(type: GraphQLInputType, name: string, mayUseVariables = true): string {
    if (mayUseVariables && chance(g, 30)) return `$${variableFor(type, name)}`;
    if (!isNonNullType(type) && chance(g, 8)) return "null";
    const bare = getNullableType(type);
    if (isListType(bare)) {
      if (chance(g, 20)) return literal(bare.ofType, name, false);
      return `[${Array.from({ length: g(0, 3) }, () => literal(bare.ofType, name, mayUseVariables)).join(", ")}]`;
    }
    if (isInputObjectType(bare)) {
      const given = Object.values(bare.getFields()).filter((field) => isRequiredInputField(field) || chance(g, 50));
      const pairs = given.map((field) => `${field.name}: ${literal(field.type, field.name, mayUseVariables)}`);
      return `{ ${pairs.join(", ")} }`;
    }
    if (isEnumType(bare)) return oneOf(g, bare.getValues()).name;
    const value = randomInput(g, known, type, name) ?? "";
    return JSON.stringify(typeof value === "string" ? value.toWellFormed() : value);
  }

  /** GraphQL §5.8.5: a variable with a default may be nullable in a position that is not. */
  function variableFor(position: GraphQLInputType, name: string): string {
    const usable = declared.filter((variable) => variable.position === position);
    if (usable.length > 0 && chance(g, 40)) return oneOf(g, usable).name;
    const hasDefault = chance(g, 40);
    const mayBeNull = isNonNullType(position) ? hasDefault && chance(g, 60) : chance(g, 80);
    const type = `${String(getNullableType(position))}${mayBeNull ? "" : "!"}`;
    const nonNull = mayBeNull && !isNonNullType(position) ? position : getNullableType(position);
    const definition = (fallback: string) => `${type} = ${fallback}`;
    const definitions = hasDefault
      ? [definition(defaultOf(position, nonNull, name)), definition(defaultOf(position, nonNull, name))]
      : [type];
    return declare(position, definitions, () => randomInput(g, known, position, name));
  }

  function defaultOf(position: GraphQLInputType, type: GraphQLInputType, name: string): string {
    for (;;) {
      const text = literal(type, name, false);
      if (text !== "null" || type === position) return text;
    }
  }

  function declare(
    position: Variable["position"],
    definitions: Variable["definitions"],
    accepted: Variable["accepted"],
  ): string {
    const name = `${oneOf(g, ["v", "toString", "constructor", "_"])}${declared.length}`;
    declared.push({ name, position, definitions, accepted });
    return name;
  }

  function condition(): string {
    if (chance(g, 50)) return String(chance(g, 60));
    const usable = declared.filter(({ position }) => position === undefined);
    if (usable.length > 0 && chance(g, 60)) return `$${oneOf(g, usable).name}`;
    return `$${declare(undefined, conditions, () => chance(g, 50))}`;
  }

  const used = (text: string): Variable[] => {
    const names = new Set([...text.matchAll(/\$(\w+)/g)].map(([, name]) => name));
    return declared.filter(({ name }) => names.has(name));
  };

  return {
    literal,

    /** `@skip` and `@include`, seldom. */
    directives: (): string =>
      ["skip", "include"].map((name) => (chance(g, 10) ? ` @${name}(if: ${condition()})` : "")).join(""),

    /** The variables of a text, as one operation defines them. */
    definedFor: (text: string): DefinedVariable[] =>
      used(text).map((variable) => ({ variable, definition: oneOf(g, variable.definitions) })),

    /** The definitions in the head of an operation. */
    head(defined: readonly DefinedVariable[]): string {
      const definitions = defined.map(({ variable, definition }) => `$${variable.name}: ${definition}`);
      return definitions.length > 0 ? `(${definitions.join(", ")})` : "";
    },

    /** Values of the variables of an operation. Some are missing, null or wrong. */
    valuesFor(defined: readonly DefinedVariable[]): Record<string, unknown> {
      const values: Record<string, unknown> = chance(g, 5) ? { unknown: 1 } : {};
      for (const { variable, definition } of defined) {
        const { name, accepted } = variable;
        const isOptional = !/^[^=]*!(?!.*=)/.test(definition) || definition.includes("=");
        if (isOptional && chance(g, 30)) continue;
        values[name] = chance(g, 3) ? oneOf(g, [null, {}, "x", 1.5, [1], true]) : accepted();
      }
      return values;
    },
  };
}
