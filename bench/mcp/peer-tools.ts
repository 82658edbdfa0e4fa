import { anonymous } from "#access/caller.ts";
import { openDatabase } from "#database/database.ts";
import { browseCourses } from "#domain/public-catalog/courses/courses.ts";
import { showPreviewLecture } from "#domain/public-catalog/courses/outline.ts";
import { type Operation, perform } from "#domain/platform/operation.ts";
import { findSite } from "#domain/platform/site/queries.ts";
import { compileDecoder } from "#lib/wire/decode.ts";
import { compileEncoder } from "#lib/wire/encode.ts";
import type { JsonSchema } from "#lib/wire/json-schema.ts";
import { textOf, toolsFor } from "../../src/mcp/lists/list-tools.ts";
import { everything } from "../../src/mcp/lists/selection.ts";
import type { Connection } from "../harness/cluster.ts";

/**
 * A tool for the SDK with the same descriptions and schemas as ours. Two tools also run the same statement and return
 * the same JSON.
 */
export interface PeerTool {
  name: string;
  title: string;
  description: string;
  annotations: Record<string, unknown>;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  call: (given: Record<string, unknown>) => Promise<Record<string, unknown>>;
}

const offered: Partial<Record<string, Operation>> = {
  get_preview_lecture: showPreviewLecture,
  list_courses: browseCourses,
};

/** The peer differs only in the layer between request and operation. */
export async function openPeerTools(connection: Connection, siteId: string): Promise<PeerTool[]> {
  const db = openDatabase(connection);
  const site = await findSite(db, siteId);
  if (!site) throw new Error("The site is missing.");
  const { tools } = JSON.parse(textOf(await toolsFor(anonymous, everything))) as { tools: Omit<PeerTool, "call">[] };
  return tools.map((tool) => {
    const operation = offered[tool.name];
    const decode = operation && compileDecoder(operation.input);
    const encode = operation && compileEncoder(operation.output);
    return {
      ...tool,
      async call(given) {
        if (!operation || !decode || !encode) throw new Error("The peer implements only two tools.");
        const context = { db, site, caller: anonymous, now: new Date(), requestId: null, address: null };
        const input = tool.name === "list_courses" ? { ...given, limit: 20 } : given;
        return encode(await perform(operation, context, decode(input).value)) as Record<string, unknown>;
      },
    };
  });
}
