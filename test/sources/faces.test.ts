import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { readSource, sliceOf, type SourceFile, sourceFiles } from "../support/data/source-tree.ts";

/**
 * The face of a slice: files that other slices import. The rest can change without a look at other slices. Declarations
 * and operations are open to all, files that only the composing files and surfaces import are listed separately.
 */
interface Faces {
  /** Files that other slices of the domain import: their number in slices that open more than a third, and more than 3. */
  slices: Record<string, number>;
  /** Files that surfaces import, although they are neither operations nor open to other slices. */
  surfaces: Record<string, string[]>;
}

/** Files that perform operations of every module, as surfaces do. */
const performers = new Set([
  "domain/transfer/exports/lists.ts",
  "domain/transfer/site-archive/archived-resources.ts",
  "domain/transfer/site-archive/archived-records.ts",
]);

/** Registries, connected seams and jobs compose the modules (`test/sources/floors.test.ts`). */
const composesModules = (file: string): boolean => /^domain\/([\w-]+\.ts$|background\/)/.test(file);

const isDeclaration = (file: string): boolean => /\/(resource|event-object|expansions)\.ts$/.test(file);

const isOperation = ({ path: file, imports }: SourceFile): boolean =>
  file.endsWith("operations.ts") ||
  imports.some(({ names, isType }) => !isType && names.some((name) => /^(bulkO|o)peration$/.test(name)));

const isInSlice = (file: string): boolean => file.startsWith("domain/") && !performers.has(file);

/** The slice of a file; undefined for the kernel and for what composes the modules. */
const sliceAboveKernel = (file: string): string | undefined =>
  file.startsWith("domain/platform/") || composesModules(file) ? undefined : sliceOf(file);

/** Files of the same slice whose names a file exports again: its importers depend on them too. */
const exportedAgain = ({ path: file, imports, exports }: SourceFile): string[] =>
  imports
    .filter(({ target, names }) => sliceOf(target) === sliceOf(file) && names.some((name) => exports.includes(name)))
    .map(({ target }) => target);

function facesOf(files: readonly SourceFile[]): Faces {
  const imports = files
    .filter((file) => !composesModules(file.path))
    .flatMap((file) => file.imports.map(({ target, isType }) => ({ from: file.path, target, isType })))
    .filter(({ from, target }) => sliceAboveKernel(target) !== undefined && sliceAboveKernel(target) !== sliceOf(from))
    .filter(({ target }) => !isDeclaration(target));
  const imported = new Set(imports.filter(({ from }) => isInSlice(from)).map(({ target }) => target));
  const open = imported.union(new Set(files.filter((file) => imported.has(file.path)).flatMap(exportedAgain)));
  const operations = new Set(files.filter(isOperation).map((file) => file.path));
  const bySurfaces = imports
    .filter(({ from, isType }) => !isInSlice(from) && !isType)
    .map(({ target }) => target)
    .filter((file) => !open.has(file) && !operations.has(file) && !file.endsWith("queries.ts"));
  const all = Map.groupBy(files, ({ path: file }) => sliceAboveKernel(file));

  return {
    slices: Object.fromEntries(
      sorted(Map.groupBy(open, (file) => sliceAboveKernel(file)!))
        .map(([slice, faces]): [string, number] => [slice, faces.length])
        .filter(([slice, size]) => size > 3 && size * 3 > all.get(slice)!.length),
    ),
    surfaces: Object.fromEntries(
      sorted(Map.groupBy(new Set(bySurfaces), (file) => sliceAboveKernel(file)!)).map(
        ([slice, listed]): [string, string[]] => [slice, listed.map((file) => file.split(`${slice}/`)[1]!).toSorted()],
      ),
    ),
  };
}

const sorted = <Value>(groups: Map<string, Value>): [string, Value][] =>
  [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1));

/** A file that imports types of files of orders, which are one letter each. */
const importing = (file: string, letters: string): SourceFile =>
  readSource(
    file,
    [...letters].map((name) => `import type { ${name} } from "#domain/sales/orders/${name}.ts";`).join("\n"),
  );

void describe("the faces of slices", () => {
  const { slices, surfaces } = JSON.parse(readFileSync(path.join(import.meta.dirname, "faces.json"), "utf8")) as Faces;
  const faces = facesOf(sourceFiles());

  void test("are a third of their files or three at most, but for the slices with more today", () => {
    assert.deepEqual(
      faces.slices,
      slices,
      "Other slices import three files of a slice, or a third of them if that is more: put what they need into a file that is open already, such as `queries.ts` or the file of the types. If a number has fallen, lower it in test/sources/faces.json.",
    );
  });

  void test("are what surfaces import besides operations, queries and types, but for the files listed today", () => {
    assert.deepEqual(
      faces.surfaces,
      surfaces,
      "A surface imports operations, queries, types, and files that other slices import too: write an operation or a query for it. If a file is no longer imported, remove it from test/sources/faces.json.",
    );
  });

  void test("count what another slice imports, also types and what a file exports again", () => {
    const slice = ["a", "b", "c", "d", "e"].map((name) => readSource(`domain/sales/orders/${name}.ts`, ""));
    assert.deepEqual(facesOf([...slice, importing("domain/sales/billing/f.ts", "abcd")]).slices, { "sales/orders": 4 });
    assert.deepEqual(facesOf([...slice, importing("domain/sales/billing/f.ts", "abc")]).slices, {});
    assert.deepEqual(facesOf([...slice, importing("domain/sales/orders/f.ts", "abcd")]).slices, {});

    const barrel = readSource(
      "domain/sales/orders/f.ts",
      `export { b, c, d } from "./b.ts"; export { e } from "./e.ts";`,
    );
    const other = readSource("domain/sales/billing/g.ts", `import { b } from "#domain/sales/orders/f.ts";`);
    assert.deepEqual(facesOf([...slice, barrel, other, importing("domain/sales/billing/h.ts", "a")]).slices, {
      "sales/orders": 4,
    });

    const surface = readSource("pages/f.ts", `import { a } from "#domain/sales/orders/a.ts";`);
    assert.deepEqual(facesOf([...slice, surface]).surfaces, { "sales/orders": ["a.ts"] });
    assert.deepEqual(facesOf([...slice, surface, importing("domain/sales/billing/f.ts", "a")]).surfaces, {});
  });
});
