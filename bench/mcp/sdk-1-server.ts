import { createServer } from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import * as z from "zod";
import type { Connection } from "../harness/cluster.ts";
import { announce, settings } from "../harness/serving.ts";
import { openPeerTools } from "./peer-tools.ts";

const { connection, port, siteId } = settings as { connection: Connection; port: number; siteId: string };
const tools = (await openPeerTools(connection, siteId)).map((tool) => ({
  ...tool,
  input: z.fromJSONSchema(tool.inputSchema as never) as z.ZodObject,
  output: z.fromJSONSchema(tool.outputSchema as never) as z.ZodObject,
}));

/** Stateless mode as documented by the SDK: a server and a transport per request. */
function makeServer(): McpServer {
  const server = new McpServer({ name: "peer", version: "1.0.0" });
  for (const { name, title, description, annotations, input, output, call } of tools) {
    const about = { title, description, annotations, inputSchema: input, outputSchema: output };
    server.registerTool(name, about, async (given: Record<string, unknown>) => {
      const structuredContent = await call(given);
      return { content: [{ type: "text" as const, text: JSON.stringify(structuredContent) }], structuredContent };
    });
  }
  return server;
}

createServer((request, response) => {
  const server = makeServer();
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  response.on("close", () => {
    void transport.close();
    void server.close();
  });
  server
    .connect(transport)
    .then(() => transport.handleRequest(request, response))
    .catch((error: unknown) => response.destroy(error as Error));
}).listen(port, "127.0.0.1", announce);
