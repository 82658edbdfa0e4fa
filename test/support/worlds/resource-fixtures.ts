import { globSync } from "node:fs";
import path from "node:path";
import type { IdKind } from "#domain/platform/ids.ts";
import type { LightMyRequestResponse } from "fastify";
import type { Causes } from "../../rest/support/causes/causes.ts";
import type { Operator } from "../../rest/support/operator.ts";

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
  /** Writes that take the ID of a member, at the path of one: a manager may not perform them on an owner. */
  ofMembers?: Readonly<Record<string, (operator: Operator, member: string) => Promise<LightMyRequestResponse>>>;
}

const folder = path.join(import.meta.dirname, "../resources");

const found = await Promise.all(
  globSync("*.ts", { cwd: folder })
    .toSorted()
    .map(async (file) => ((await import(path.join(folder, file))) as { fixture: ResourceFixture }).fixture),
);

/** How many fixtures stand above one. */
function depthOf({ parent }: ResourceFixture): number {
  const above = found.find(({ kind }) => kind === parent?.kind);
  return above ? 1 + depthOf(above) : 0;
}

/** The files of `test/support/resources`: parents before what they contain. */
export const resourceFixtures: readonly ResourceFixture[] = found.toSorted(
  (one, other) => depthOf(one) - depthOf(other),
);
