import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** A span as an OpenTelemetry collector receives it. */
export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 2: server, 3: client, 5: consumer. */
  kind: number;
  attributes: Record<string, unknown>;
  links: { traceId: string; spanId: string }[];
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

type SentSpan = Omit<ReceivedSpan, "attributes"> & { attributes: Attribute[] };

interface Request {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: SentSpan[] }[] }[];
}

/** A collector for OTLP over HTTP with JSON. The caller closes it. */
export async function aCollector() {
  const spans: ReceivedSpan[] = [];
  const resources: Record<string, unknown>[] = [];
  const receive = ({ resourceSpans }: Request) => {
    for (const { resource, scopeSpans } of resourceSpans) {
      resources.push(record(resource.attributes));
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
        spans.push({ ...span, attributes: record(span.attributes) });
      }
    }
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    receive((await json(request)) as Request);
    response.setHeader("content-type", "application/json").end("{}");
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    resources,
    close: () => void server.close(),
  };
}

const record = (attributes: Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
