import { loadOnDemand } from "#lib/work/load-on-demand.ts";
import type { Tool } from "../definition/tool.ts";
import type { IndexedTool } from "./tool-index.ts";
import { type Toolset, toolsets } from "./toolsets.ts";

const loadToolset = loadOnDemand<Toolset, readonly Tool[]>(toolsets);

/** Returns a tool with its operations, and loads its toolset on the first call. */
export async function toolOf({ name, toolset }: IndexedTool): Promise<Tool> {
  const tool = (await loadToolset(toolset)).find((loaded) => loaded.name === name);
  if (!tool) throw new Error(`The toolset ${toolset} has no tool ${name}.`);
  return tool;
}
