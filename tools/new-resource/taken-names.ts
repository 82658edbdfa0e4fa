import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { camel, kebab, pascal, prose, type ResourceName } from "./resource-name.ts";

/** Returns where the product already uses a name, in a sentence; undefined if it is free. */
export function takenBy(root: string, name: ResourceName, parent?: ResourceName): string | undefined {
  const read = (file: string) => readFileSync(path.join(root, file), "utf8");
  const filesOf = (...patterns: string[]) => globSync(patterns, { cwd: root });
  const first = (files: readonly string[], holds: (text: string, file: string) => boolean): string | undefined =>
    files.find((file) => holds(read(file), file));

  const declares = new RegExp(
    `\\bids: \\{[^}]*\\b${camel(name.singular)}: "|\\btags: \\{[^}]*\\b${name.plural}: ["\\n]|"${name.plural}"| ${name.singular}: \\{ en: `,
  );
  const declared = first(filesOf("src/domain/**/resource.ts"), (text, file) => {
    const slice = path.basename(path.dirname(file));
    const isSlice = [name.plural, name.singular].some((each) => kebab(each) === slice);
    return text.includes("= defineResource({") && (isSlice || declares.test(text));
  });
  if (declared !== undefined) return `${declared} already declares ${prose(name.plural)}.`;

  if (read("src/database/schema.json").includes(`"${name.plural}": {`)) return `The table ${name.plural} exists.`;
  const above = parent ? `(?:${parent.plural}/:\\w+/)?` : "";
  const address = new RegExp(`"/(?:admin/)?(${above}${name.plural})["/]`);
  for (const file of filesOf("src/operations/routes/*.ts", "src/pages/**/*.ts")) {
    const routed = address.exec(read(file))?.[1];
    if (routed !== undefined) return `${file} already has the path /${routed}.`;
  }
  const one = pascal(name.singular);
  const named = new RegExp(
    `name: "(?:list${pascal(name.plural)}|(?:get|create|update|delete)${one}|list_${name.plural}|(?:get|save)_${name.singular})"`,
  );
  const operating = first(filesOf(`src/domain/**/*.ts`, "src/mcp/tools/*.ts"), (text) => named.test(text));
  if (operating !== undefined) return `${operating} already has an operation or a tool for ${prose(name.plural)}.`;

  const clashing = [camel(name.plural), camel(name.singular), one].find(
    (each) => identifiers().has(each) || Object.hasOwn(globalThis, each) || each in {},
  );
  return clashing === undefined ? undefined : `The generated files use the word ${clashing} for something else.`;
}

/** Words in the code of the templates, without texts and comments. */
function identifiers(): Set<string> {
  const folder = path.join(import.meta.dirname, "templates");
  const code = globSync("**/*.ts.template", { cwd: folder })
    .map((file) => readFileSync(path.join(folder, file), "utf8"))
    .join("\n")
    .replaceAll(/"[^"\n]*"|\/\*\*.*?\*\/|^@\w+/gms, "");
  return new Set([...code.matchAll(/\b[a-zA-Z]\w*\b/g)].map(([word]) => word));
}
