import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export interface Declarations {
  /** Interfaces by their path, with the properties by name. */
  interfaces: Map<string, Map<string, { type: string; isRequired: boolean }>>;
  aliases: Map<string, string>;
}

const read = new Map<string, Declarations>();

/** Reads a file below `resources/` of the library. */
export function declarationsOf(file: string): Declarations {
  const known = read.get(file);
  if (known) return known;
  const library = path.dirname(fileURLToPath(import.meta.resolve("stripe")));
  const declarations: Declarations = { interfaces: new Map(), aliases: new Map() };
  for (const name of ["shared", `resources/${file}`]) {
    parse(readFileSync(path.join(library, `${name}.d.ts`), "utf8"), declarations);
  }
  read.set(file, declarations);
  return declarations;
}

/** Reads generated declarations: one line for each property, indented by four spaces. */
function parse(text: string, { interfaces, aliases }: Declarations): void {
  const blocks: string[] = [];
  for (const line of text.split("\n")) {
    const depth = /^ */.exec(line)![0].length / 4;
    const scope = blocks.slice(0, depth).join(".");
    const [, kind, name, parent] = /(namespace|interface|class) (\w+)(?: extends (\w+))? \{$/.exec(line) ?? [];
    if (kind !== undefined && name !== undefined) {
      blocks.length = depth;
      blocks.push(name);
      const own = blocks.join(".");
      if (kind === "interface" && !interfaces.has(own)) interfaces.set(own, new Map(interfaces.get(parent ?? "")));
      continue;
    }
    const [, alias, aliased] = /^ *(?:export )?type (\w+) = (.+);$/.exec(line) ?? [];
    if (alias !== undefined) aliases.set([scope, alias].filter(Boolean).join("."), aliased!);
    const [, property, optional, type] = /^ +(\w+)(\?)?: (.+);$/.exec(line) ?? [];
    if (property !== undefined) interfaces.get(scope)?.set(property, { type: type!, isRequired: optional !== "?" });
  }
}

/** Finds a type by its name in a block, or in those around it. */
export function findType({ interfaces, aliases }: Declarations, type: string, scope: string) {
  const blocks = scope === "" ? [] : scope.split(".");
  for (let depth = blocks.length; depth >= 0; depth--) {
    const own = [...blocks.slice(0, depth), type].join(".");
    const properties = interfaces.get(own);
    if (properties) return { properties, scope: own };
    const alias = aliases.get(own);
    if (alias !== undefined) return { type: alias, scope: own };
  }
  return undefined;
}
