import type { Tool } from "../definition/tool.ts";
import { loadedToolsets } from "../definition/tools.ts";
import type { Toolset } from "./toolsets.ts";

/** A tool without its operations: as much as is known before they are loaded. */
export interface IndexedTool extends Pick<Tool, "name" | "title" | "description" | "annotations" | "scope"> {
  toolset: Toolset;
}

/** All tools, in the order of `tools/list`. A build contains this value instead of the code that computes it. */
export const toolIndex: readonly IndexedTool[] = loadedToolsets.flatMap(({ toolset, tools }) =>
  tools.map(({ name, title, description, annotations, scope }) => ({
    name,
    title,
    description,
    annotations,
    scope,
    toolset,
  })),
);
