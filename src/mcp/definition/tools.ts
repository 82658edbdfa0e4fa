import { typedKeys } from "#lib/json/typed-object.ts";
import type { Tool } from "./tool.ts";
import { toolsets } from "../lists/toolsets.ts";

/** The tools of each toolset, all loaded: for descriptions of all tools. Calls load the toolsets that they need. */
export const loadedToolsets = await Promise.all(
  typedKeys(toolsets).map(async (toolset) => ({ toolset, tools: await toolsets[toolset]() })),
);

/** All tools, in the order of `tools/list`. */
export const tools: readonly Tool[] = loadedToolsets.flatMap(({ tools: own }) => own);
