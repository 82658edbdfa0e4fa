import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseSync, type Program, Visitor } from "oxc-parser";

export const root = path.join(import.meta.dirname, "../../..");

/** An import of a file: a file of `src` or a package. */
export interface Import {
  /** `domain/platform/problem.ts` for a file of `src`, else the package name: `fastify`, `node:fs`. */
  target: string;
  isOurs: boolean;
  /** Imported names; empty for a side-effect import. */
  names: readonly string[];
  /** True if only types are imported. */
  isType: boolean;
  /** True for `import(…)`: loaded when the code runs. */
  isLazy: boolean;
}

export interface SourceFile {
  /** Relative to `src`: `oauth/endpoints/token.ts`. */
  path: string;
  text: string;
  lines: number;
  program: Program;
  imports: readonly Import[];
  /** Exported names; a default export is `Default`, `export * from` is `None`. */
  exports: readonly string[];
}

let parsed: SourceFile[] | undefined;

/** Every module of `src`, parsed as TypeScript: once for all tests of the process, which only read it. */
export const sourceFiles = (): SourceFile[] => (parsed ??= parseSources());

const parseSources = (): SourceFile[] =>
  globSync("**/*.ts", { cwd: path.join(root, "src") })
    .toSorted()
    .map((file) => readSource(file, readFileSync(path.join(root, "src", file), "utf8")));

/** Tables that modules of `src` read: JSON. */
export const tables = (): string[] => globSync("**/*.json", { cwd: path.join(root, "src") });

/** Files with the texts of people in a language: pages, emails, scopes and views of MCP hosts. */
export const textFiles = (): Pick<SourceFile, "path" | "text">[] =>
  globSync("**/text/**/*.json", { cwd: path.join(root, "src") })
    .toSorted()
    .map((file) => ({ path: file, text: readFileSync(path.join(root, "src", file), "utf8") }));

export function readSource(file: string, text: string): SourceFile {
  const { program, module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]!.message}`);
  const imports: [specifier: string, names: string[], kind?: "type" | "lazy" | undefined][] = [];

  for (const { moduleRequest, entries } of module.staticImports) {
    const names = entries.flatMap(({ importName, localName }) =>
      namespaces.has(importName.kind) ? membersOf(localName.value, text) : [importName.name ?? importName.kind],
    );
    imports.push([
      moduleRequest.value,
      names,
      entries.length > 0 && entries.every(({ isType }) => isType) ? "type" : undefined,
    ]);
  }
  const exported = module.staticExports.flatMap(({ entries }) => entries);
  for (const { moduleRequest, importName, isType } of exported) {
    if (moduleRequest)
      imports.push([moduleRequest.value, [importName.name ?? importName.kind], isType ? "type" : undefined]);
  }
  new Visitor({
    ImportExpression({ source }) {
      imports.push([source.type === "Literal" ? String(source.value) : "an expression", [], "lazy"]);
    },
    TSImportType({ source }) {
      imports.push([source.value, [], "type"]);
    },
  }).visit(program);

  return {
    path: file,
    text,
    lines: text.trimEnd().split("\n").length,
    program,
    imports: imports.map(([specifier, names, kind]) => ({
      ...resolve(file, specifier),
      names,
      isType: kind === "type",
      isLazy: kind === "lazy",
    })),
    exports: exported.map(({ exportName }) => exportName.name ?? exportName.kind),
  };
}

/** Kinds of imported names by which the parser marks a whole module. */
const namespaces: ReadonlySet<string> = new Set(["NamespaceObject"]);

/** Members used of a namespace import. */
const membersOf = (namespace: string, text: string): string[] =>
  [...text.matchAll(new RegExp(`\\b${namespace}\\.(\\w+)`, "g"))].map(([, name]) => name!);

function resolve(file: string, specifier: string): Pick<Import, "target" | "isOurs"> {
  if (specifier.startsWith("#")) return { target: specifier.slice(1), isOurs: true };
  if (specifier.startsWith(".")) return { target: path.posix.join(path.posix.dirname(file), specifier), isOurs: true };
  const parts = specifier.split("/");
  return { target: parts.slice(0, specifier.startsWith("@") ? 2 : 1).join("/"), isOurs: false };
}

/** The text of every migration. */
export const migrationFiles = (): Pick<SourceFile, "path" | "text">[] =>
  globSync("database/migrations/*.sql", { cwd: path.join(root, "src") })
    .toSorted()
    .map((file) => ({ path: file, text: readFileSync(path.join(root, "src", file), "utf8") }));

/** Names of all tables that the migrations make, and of those that have no site: nothing of them is a site's own. */
export function tablesOfMigrations(): string[] {
  const text = migrationFiles()
    .map((file) => file.text)
    .join("\n");
  return [...text.matchAll(/^create table (?:if not exists )?(\w+)/gm)].map(([, name]) => name!);
}

/** Runtime dependencies of the product, without development dependencies. */
export function productDependencies(): string[] {
  const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as Record<string, object>;
  return Object.keys({ ...manifest["dependencies"], ...manifest["optionalDependencies"] });
}

/** Modules of the domain that are one slice. */
const wholeModules = new Set(["webhooks", "analytics", "public-catalog", "privacy", "background"]);

/** The domain slice of a file, `platform` for the shared kernel. */
export const sliceOf = (file: string): string | undefined => {
  const [folder, module = "", slice, ...rest] = file.split("/");
  if (folder !== "domain") return undefined;
  if (wholeModules.has(module)) return module;
  return rest.length > 0 ? `${module}/${slice}` : "platform";
};
