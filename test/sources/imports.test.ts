import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import { readSource, root, type SourceFile, sourceFiles } from "../support/data/source-tree.ts";

/** A row of the table of import rules in ARCHITECTURE.md. */
interface Rule {
  folders: string[];
  /** Undefined: may import everything. */
  allowed: string[] | undefined;
}

/** Names in a cell of the table. */
const named = (cell: string): string[] => [...cell.matchAll(/`([\w./-]+)`/g)].map(([, name]) => name!);

function rulesIn(document: string): Rule[] {
  const section = document.split("## Import rules")[1]?.split("###")[0] ?? "";
  return [...section.matchAll(/^\| (`.+) \| (.+) \|$/gm)].map(([, folders = "", allowed = ""]) => ({
    folders: named(folders),
    allowed: allowed === "everything" ? undefined : named(allowed),
  }));
}

const rules = rulesIn(readFileSync(path.join(root, "ARCHITECTURE.md"), "utf8"));

const isIn = (file: string, folder: string): boolean => file === folder || file.startsWith(`${folder}/`);

/** Returns the row of a file: the one that names the longest part of its path. */
function ruleOf(file: string): (Rule & { folder: string }) | undefined {
  return rules
    .flatMap((rule) => rule.folders.map((folder) => ({ ...rule, folder })))
    .filter(({ folder }) => isIn(file, folder))
    .toSorted((one, other) => other.folder.length - one.folder.length)[0];
}

/** `oauth` in a row means that folder without the folders that have rows of their own. */
const allows = (folders: readonly string[], target: string): boolean =>
  folders.some((folder) => isIn(target, folder) && (ruleOf(target)?.folder.length ?? 0) <= folder.length);

function forbiddenImports({ path: file, imports }: SourceFile): string[] {
  const rule = ruleOf(file);
  if (!rule?.allowed) return [];
  const allowed = [rule.folder, ...rule.allowed];
  return imports
    .filter(({ isOurs, target }) => isOurs && !allows(allowed, target))
    .map(({ target }) => `${file} imports ${target}`);
}

void describe("The import rules of ARCHITECTURE.md", () => {
  const files = sourceFiles();

  void test("have a row for every file", () => {
    assert.equal(rules.length, 18);
    assert.deepEqual(
      files.map((file) => file.path).filter((file) => !ruleOf(file)),
      [],
    );
  });

  void test("allow every file only the imports of its row", () => {
    assert.deepEqual(files.flatMap(forbiddenImports), []);
    const text = `import type { A } from "#database/statements/sql.ts"; const b = await import("../rest/routes.ts");
      export { c } from "#domain/platform/ids.ts"; let d: import("#http/bearer.ts").E;
      import { f } from "#oauth/endpoints/form-body.ts"; import { g } from "#oauth/form.ts";`;
    assert.deepEqual(forbiddenImports(readSource("member/faulty.ts", text)), [
      "member/faulty.ts imports database/statements/sql.ts",
      "member/faulty.ts imports oauth/endpoints/form-body.ts",
      "member/faulty.ts imports rest/routes.ts",
    ]);
  });

  void test("permit nothing in vain", () => {
    const unused = rules.flatMap(({ folders, allowed = [] }) => {
      const imports = files
        .filter((file) => folders.includes(ruleOf(file.path)?.folder ?? ""))
        .flatMap((file) => file.imports.filter(({ isOurs }) => isOurs));
      return allowed
        .filter((folder) => !imports.some(({ target }) => allows([folder], target)))
        .map((folder) => `${folders.join(", ")} may import ${folder}`);
    });
    assert.deepEqual(unused, []);
  });
});
