import { createServer, type IncomingMessage } from "node:http";
import { createMcpHandler, fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import type { Connection } from "../harness/cluster.ts";
import { announce, settings } from "../harness/serving.ts";
import { openPeerTools } from "./peer-tools.ts";

const { connection, port, siteId } = settings as { connection: Connection; port: number; siteId: string };
const tools = (await openPeerTools(connection, siteId)).map((tool) => ({
  ...tool,
  input: fromJsonSchema<Record<string, unknown>>(tool.inputSchema as never),
  output: fromJsonSchema<Record<string, unknown>>(tool.outputSchema as never),
}));

/** HTTP mode as documented by the SDK: a server per request. */
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: "peer", version: "1.0.0" });
  for (const { name, title, description, annotations, input, output, call } of tools) {
    const about = { title, description, annotations, inputSchema: input, outputSchema: output };
    server.registerTool(name, about, async (given) => {
      const structuredContent = await call(given);
      return { content: [{ type: "text" as const, text: JSON.stringify(structuredContent) }], structuredContent };
    });
  }
  return server;
});

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

createServer((request, response) => {
  const answer = async () => {
    const headers = request.headers as Record<string, string>;
    const body = await bodyOf(request);
    const answered = await handler.fetch(
      new Request(`http://localhost${request.url}`, { method: "POST", headers, body }),
    );
    const bytes = Buffer.from(await answered.arrayBuffer());
    const { "content-length": _length, ...rest } = Object.fromEntries(answered.headers);
    response.writeHead(answered.status, { ...rest, "content-length": bytes.length }).end(bytes);
  };
  answer().catch((error: unknown) => response.destroy(error as Error));
}).listen(port, "127.0.0.1", announce);
