import type { ListedSchemas } from "../tool.ts";
import { toolOf } from "../loaded-tools.ts";
import type { IndexedTool } from "../tool-index.ts";

/** Derives the schemas of a tool in `tools/list`. In a build, `built-schemas.ts` is in place of this module. */
export const schemasOf = async (tool: IndexedTool): Promise<ListedSchemas> => (await toolOf(tool)).listed();
