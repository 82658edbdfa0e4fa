export interface HttpRequest {
  method?: "GET" | "POST";
  path: string;
  headers?: Record<string, string>;
  /** Sent as `application/x-www-form-urlencoded`. */
  form?: Record<string, string>;
  /** Sent as `application/json`. */
  json?: unknown;
}

/** Serializes a request to bytes, before the clock starts. */
export function serialize(request: HttpRequest, host: string): Buffer {
  const [contentType, body] = bodyOf(request);
  const headers: Record<string, string> = {
    host,
    accept: "*/*",
    ...request.headers,
    ...(contentType && { "content-type": contentType, "content-length": String(Buffer.byteLength(body)) }),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const method = request.method ?? (contentType ? "POST" : "GET");
  return Buffer.from(`${method} ${request.path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}

function bodyOf({ form, json }: HttpRequest): [string | undefined, string] {
  if (form) return ["application/x-www-form-urlencoded", new URLSearchParams(form).toString()];
  if (json !== undefined) return ["application/json", JSON.stringify(json)];
  return [undefined, ""];
}
