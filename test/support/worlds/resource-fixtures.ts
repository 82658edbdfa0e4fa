import { globSync } from "node:fs";
import path from "node:path";
import type { IdKind } from "#domain/platform/ids.ts";
import type { Causes } from "../../rest/support/causes/causes.ts";

/** Data of a resource for the tests that cover all resources. */
export interface ResourceFixture {
  kind: IdKind;
  table: string;
  /** The resource that contains it. */
  parent?: { kind: IdKind; table: string };
  /** Columns of a row with this name, besides its id and timestamps. `parentId`: of the newest parent of the site. */
  row: (name: string, parentId: string) => Record<string, unknown>;
  /** Columns with texts that are unique per site. */
  unique?: readonly string[];
  /** Arguments of its MCP tools, with the IDs of a row and of the newest parent. */
  toolArguments?: (id: string, parent: string) => Record<string, Record<string, unknown>>;
  /** An action for each of its event types. */
  causes?: Causes;
}

const folder = path.join(import.meta.dirname, "../resources");

/** The files of `test/support/resources`. */
export const resourceFixtures: readonly ResourceFixture[] = await Promise.all(
  globSync("*.ts", { cwd: folder })
    .toSorted()
    .map(async (file) => ((await import(path.join(folder, file))) as { fixture: ResourceFixture }).fixture),
);
