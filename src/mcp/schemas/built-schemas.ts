import { readFile } from "node:fs/promises";
import path from "node:path";
import type { ListedSchemas } from "../definition/tool.ts";
import type { IndexedTool } from "../lists/tool-index.ts";

/** File of the build: the schemas of each tool as JSON, by name. */
export const schemasFile = "mcp-schemas.json";

const file = path.join(import.meta.dirname, "../../../build", schemasFile);

let schemas: Promise<ReadonlyMap<string, string>> | undefined;

/** Reads the schemas of a tool from the build. Deriving them would need the operations of all tools. */
export async function schemasOf({ name }: IndexedTool): Promise<ListedSchemas> {
  const text = (await (schemas ??= read())).get(name);
  if (text === undefined) throw new Error(`The build has no schemas of the tool ${name}.`);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by tools/build.ts.
  return JSON.parse(text) as ListedSchemas;
}

/** As text, which needs a fraction of the memory of its objects. */
async function read(): Promise<ReadonlyMap<string, string>> {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Written by tools/build.ts.
    return new Map(JSON.parse(await readFile(file, "utf8")) as [string, string][]);
  } catch (error) {
    // The next request tries again.
    schemas = undefined;
    throw error;
  }
}
