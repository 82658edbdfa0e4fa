import type { ListedSchemas } from "../definition/tool.ts";
import { toolOf } from "../lists/loaded-tools.ts";
import type { IndexedTool } from "../lists/tool-index.ts";

/** Derives the schemas of a tool in `tools/list`. In a build, `built-schemas.ts` is in place of this module. */
export const schemasOf = async (tool: IndexedTool): Promise<ListedSchemas> => (await toolOf(tool)).listed();
