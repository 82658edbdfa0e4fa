import type { CodeLanguage } from "../contents.ts";
import type { ApiOperation } from "./reference.ts";
import { exampleBody } from "./request-fields.ts";
import { sdkSample } from "./sdk-sample.ts";

/** Writes the request of an operation, with the example of its body. */
export function samplesOf(operation: ApiOperation, origin: string): Record<CodeLanguage, string> {
  const { method, path, parameters, body } = operation;
  const examples = new Map(parameters.map(({ name, schema }) => [name, schema?.example]));
  const filled = path.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const example = examples.get(name);
    return typeof example === "string" || typeof example === "number" ? String(example) : placeholder;
  });
  const url = `${origin}${filled}`;
  const json = body?.content["application/json"] && exampleBody(body.content);
  return {
    sdk: sdkSample(operation, origin, json),
    curl: curl(method, url, json),
    typescript: typescript(method, url, json),
    python: python(method, url, json),
  };
}

const indented = (value: unknown, spaces: string): string =>
  JSON.stringify(value, null, 2).replaceAll("\n", `\n${spaces}`);

function curl(method: string, url: string, json: unknown): string {
  const isPlain = method === "GET" || (method === "POST" && json !== undefined);
  const lines = [
    `curl --fail-with-body ${isPlain ? "" : `--request ${method} `}"${url}"`,
    '--header "authorization: Bearer $LECTERN_API_KEY"',
    ...(json === undefined
      ? []
      : [
          '--header "content-type: application/json"',
          `--data '${indented(json, "  ").replaceAll("'", String.raw`'\''`)}'`,
        ]),
  ];
  return `${lines.join(" \\\n  ")}\n`;
}

function typescript(method: string, url: string, json: unknown): string {
  const type = json === undefined ? "" : ', "content-type": "application/json"';
  const body = json === undefined ? "" : `\n  body: JSON.stringify(${indented(json, "  ")}),`;
  return `import { env } from "node:process";

const response = await fetch("${url}", {
  method: "${method}",
  headers: { authorization: \`Bearer \${env["LECTERN_API_KEY"]}\`${type} },${body}
});
if (!response.ok) throw new Error(await response.text());
`;
}

function python(method: string, url: string, json: unknown): string {
  const type = json === undefined ? "" : ', "Content-Type": "application/json"';
  const body = json === undefined ? "" : `\n    data=json.dumps(${pythonLiteral(json, "    ")}).encode(),`;
  return `import json
import os
import urllib.request

request = urllib.request.Request(
    "${url}",
    method="${method}",
    headers={"Authorization": f"Bearer {os.environ['LECTERN_API_KEY']}"${type}},${body}
)
with urllib.request.urlopen(request) as response:
    print(response.status, response.read().decode())
`;
}

function pythonLiteral(value: unknown, spaces: string): string {
  const inner = `${spaces}    `;
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) {
    return value.length === 0
      ? "[]"
      : `[\n${value.map((item) => `${inner}${pythonLiteral(item, inner)},\n`).join("")}${spaces}]`;
  }
  if (typeof value === "object") {
    const lines = Object.entries(value).map(
      ([key, item]) => `${inner}${JSON.stringify(key)}: ${pythonLiteral(item, inner)},\n`,
    );
    return lines.length === 0 ? "{}" : `{\n${lines.join("")}${spaces}}`;
  }
  return JSON.stringify(value);
}
