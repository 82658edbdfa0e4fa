import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { readSource, root, type SourceFile, sourceFiles } from "../support/data/source-tree.ts";

/**
 * The modules of the domain in the table of ARCHITECTURE.md, lowest first: a module imports values of those before it
 * only. `background` and the files in the root of the domain compose the modules and stand above all.
 */
const floors = modulesIn(readFileSync(path.join(root, "ARCHITECTURE.md"), "utf8"));

function modulesIn(document: string): string[] {
  const section = document.split("### Modules of the domain")[1] ?? "";
  return [...section.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, module]) => module!);
}

/** Registries in the root of the domain that are derived from the declarations of all resources: every module reads them. */
const registries = new Set(["domain/resources.ts", "domain/event-types.ts", "domain/event-objects.ts"]);

/** Imports that run upwards, with the reason. */
const upwards: Record<string, string> = {
  "domain/platform/seam.ts imports domain/seams.ts":
    "the first call of a seam loads what connects them all, so that no program can forget it",
};

const floorOf = (file: string): number => {
  const [, module = "", ...rest] = file.split("/");
  const floor = floors.indexOf(module);
  return rest.length === 0 || module === "background" ? floors.length : floor;
};

const risingImports = ({ path: file, imports }: SourceFile): string[] =>
  imports
    .filter(
      ({ target, isOurs, isType }) => isOurs && !isType && target.startsWith("domain/") && !registries.has(target),
    )
    .filter(({ target }) => floorOf(target) > floorOf(file))
    .map(({ target }) => `${file} imports ${target}`);

void describe("the floors of the domain", () => {
  const files = sourceFiles().filter((file) => file.path.startsWith("domain/"));

  void test("give every module a place", () => {
    assert.equal(floors.length, 18);
    assert.deepEqual(
      files.map((file) => file.path).filter((file) => floorOf(file) === -1),
      [],
    );
  });

  void test("let no value be imported upwards, but for the exceptions", () => {
    assert.deepEqual(files.flatMap(risingImports), Object.keys(upwards));
    const faulty = readSource("domain/people/a.ts", `import { b } from "#domain/sales/orders/b.ts";`);
    assert.deepEqual(risingImports(faulty), ["domain/people/a.ts imports domain/sales/orders/b.ts"]);
  });
});

/** Groups of files of which each one reaches all others by imports, types included. */
function circlesOf(files: readonly Pick<SourceFile, "path" | "imports">[]): string[][] {
  const targets = new Map(files.map((file) => [file.path, file.imports.filter(({ isLazy }) => !isLazy)]));
  const [order, lowest, open] = [new Map<string, number>(), new Map<string, number>(), new Array<string>()];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    open.push(file);
    for (const { target } of targets.get(file) ?? []) {
      if (!targets.has(target)) continue;
      const reached = order.has(target) ? (open.includes(target) ? order.get(target)! : Infinity) : visit(target);
      lowest.set(file, Math.min(lowest.get(file)!, reached));
    }
    if (lowest.get(file) === order.get(file)) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) circles.push(circle.toSorted());
    }
    return lowest.get(file)!;
  };
  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return circles;
}

void test("No files import each other in a circle, not even types", () => {
  assert.deepEqual(circlesOf(sourceFiles()), []);
  const faulty = ["a", "b", "c"].map((name, index, all) =>
    readSource(`lib/${name}.ts`, `import type { X } from "./${all[(index + 1) % 3]}.ts";`),
  );
  assert.deepEqual(circlesOf(faulty), [["lib/a.ts", "lib/b.ts", "lib/c.ts"]]);
});
