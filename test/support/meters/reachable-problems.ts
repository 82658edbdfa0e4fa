import { Visitor } from "oxc-parser";
import { type SourceFile, sourceFiles } from "../data/source-tree.ts";

/** A top-level declaration: its references, and the problem codes that it creates itself. */
interface Declaration {
  refersTo: Set<string>;
  codes: Set<string>;
}

type Statement = SourceFile["program"]["body"][number];

/** `domain/catalog/courses/save-course.ts#createCourse` */
const declarations = new Map<string, Declaration>();
/** Location of each operation's declaration, by name. */
const locations = new Map<string, string>();
/** Locations of operations declared for several resources, by the common part of their names. */
const families: { name: RegExp; place: string }[] = [];

/** All problem codes of an operation and of everything it refers to. */
export function problemsOf(operation: string): string[] {
  if (locations.size === 0) readAll();
  const start = locations.get(operation) ?? families.find(({ name }) => name.test(operation))?.place;
  if (start === undefined) throw new Error(`The declaration of ${operation} was not found.`);
  const [seen, codes] = [new Set([start]), new Set<string>()];
  // Iterating over a set includes elements added meanwhile.
  for (const location of seen) {
    const declaration = declarations.get(location);
    for (const code of declaration?.codes ?? []) codes.add(code);
    for (const next of declaration?.refersTo ?? []) seen.add(next);
  }
  return [...codes].toSorted();
}

function readAll(): void {
  const files = sourceFiles();
  for (const file of files) if (/^(domain|lib)\//.test(file.path)) read(file);
  const { path, text, imports } = files.find((file) => file.path === "domain/seams.ts")!;
  // A call of a seam reaches what is provided for it.
  for (const [, seam, file, name] of text.matchAll(
    /(\w+)\.provide\(\s*async \(\) => \(await import\("([^"]+)"\)\)\.(\w+)/g,
  )) {
    const { target } = imports.find(({ names }) => names.includes(seam!))!;
    declarations.get(`${target}#${seam}`)!.refersTo.add(`${resolved(path, file!)}#${name}`);
  }
}

function read({ path, text, program, imports }: SourceFile): void {
  const placesByName = new Map<string, string>();
  const usesKinds = imports.some(({ target }) => target === "domain/sales/products/kinds.ts");
  const namespaces = new Map<string, string>();
  for (const statement of program.body) {
    for (const name of declaredBy(statement)) placesByName.set(name, `${path}#${name}`);
    if (statement.type !== "ImportDeclaration") continue;
    const file = resolved(path, statement.source.value);
    for (const { type, local, ...rest } of statement.specifiers) {
      if (type === "ImportNamespaceSpecifier") namespaces.set(local.name, file);
      else if ("imported" in rest && "name" in rest.imported)
        placesByName.set(local.name, `${file}#${rest.imported.name}`);
    }
  }
  const readPart = (part: Statement): Declaration => ({
    refersTo: referencesIn(part, program, placesByName, namespaces),
    codes: codesIn(text.slice(part.start, part.end)),
  });
  for (const statement of program.body) {
    const methods = methodsOfKind(statement);
    for (const [name, method] of methods) addMethod(name, readPart(method));
    if (methods.length > 0) continue;
    const declaration = readPart(statement);
    const source = text.slice(statement.start, statement.end);
    if (usesKinds)
      for (const [, name] of source.matchAll(/\.(\w+)\(/g)) declaration.refersTo.add(`ProductKind#${name}`);
    for (const name of declaredBy(statement)) {
      declarations.set(`${path}#${name}`, declaration);
      const operation = /^export const \w+ = \w+\(\{\s*name: "(\w+)"/.exec(source)?.[1];
      if (operation !== undefined) locations.set(operation, `${path}#${name}`);
      for (const [, family] of source.matchAll(/\bname: `(\w+\$\{[\w.]+\}\w+)`/g)) {
        const pattern = new RegExp(`^${family!.replace(/\$\{[\w.]+\}/, "[A-Z]\\w+")}$`);
        families.push({ name: pattern, place: `${path}#${name}` });
      }
    }
  }
}

/** Methods of a kind of product. A file with the table of kinds that calls `.find()` reaches those of this name only. */
function methodsOfKind(statement: Statement): [name: string, method: Statement][] {
  const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : null;
  const [{ id, init } = {}] = declaration?.type === "VariableDeclaration" ? declaration.declarations : [];
  const type = id?.type === "Identifier" ? id.typeAnnotation?.typeAnnotation : undefined;
  const typeName = type?.type === "TSTypeReference" ? type.typeName : undefined;
  const isKind = typeName?.type === "Identifier" && typeName.name === "ProductKind";
  if (!isKind || init?.type !== "ObjectExpression") return [];
  return init.properties.flatMap((property): [string, Statement][] => {
    if (property.type !== "Property" || property.key.type !== "Identifier") return [];
    const { start, end, key, value: expression } = property;
    return [[key.name, { type: "ExpressionStatement", expression, start, end }]];
  });
}

function addMethod(name: string, { refersTo, codes }: Declaration): void {
  const declared = declarations.get(`ProductKind#${name}`);
  const method = declared
    ? { refersTo: declared.refersTo.union(refersTo), codes: declared.codes.union(codes) }
    : { refersTo, codes };
  declarations.set(`ProductKind#${name}`, method);
}

function referencesIn(
  statement: Statement,
  program: SourceFile["program"],
  known: ReadonlyMap<string, string>,
  namespaces: ReadonlyMap<string, string>,
): Set<string> {
  const targets = new Set<string>();
  new Visitor({
    Identifier({ name }) {
      const place = known.get(name);
      if (place !== undefined) targets.add(place);
    },
    MemberExpression({ object, property }) {
      const file = object.type === "Identifier" ? namespaces.get(object.name) : undefined;
      if (file !== undefined && property.type === "Identifier") targets.add(`${file}#${property.name}`);
    },
  }).visit({ ...program, body: [statement] });
  return targets;
}

/** Codes of thrown problems, and of schemas with their own code (`refused-input.ts`). */
const codesIn = (text: string): Set<string> =>
  new Set(
    [...text.matchAll(/new (?:Passing)?Problem\(\s*"(\w+)"|params: \{ code: "(invalid_id|too_many_rows)" \}/g)].map(
      ([, thrown, refused]) => (thrown ?? refused)!,
    ),
  );

function declaredBy(statement: Statement): string[] {
  const declared =
    statement.type === "ExportNamedDeclaration" && statement.declaration ? statement.declaration : statement;
  if (declared.type === "FunctionDeclaration" || declared.type === "ClassDeclaration") {
    return declared.id ? [declared.id.name] : [];
  }
  if (declared.type !== "VariableDeclaration") return [];
  return declared.declarations.flatMap(({ id }) => {
    if (id.type === "Identifier") return [id.name];
    const parts = id.type === "ObjectPattern" ? id.properties : [];
    return parts.flatMap((part) =>
      part.type === "Property" && part.value.type === "Identifier" ? [part.value.name] : [],
    );
  });
}

const resolved = (from: string, specifier: string): string =>
  specifier.startsWith("#") ? specifier.slice(1) : new URL(specifier, `file:///${from}`).pathname.slice(1);
