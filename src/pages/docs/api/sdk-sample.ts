import type { ApiOperation } from "./reference.ts";
import type { Parameter } from "./schema.ts";

/** Writes a call of the TypeScript SDK (packages/sdk), whose methods have the names of the operations. */
export function sdkSample({ id, parameters, body }: ApiOperation, origin: string, json: unknown): string {
  const isConditional = parameters.some(({ name, required = false }) => name === "If-Match" && required);
  const parts = [
    ...(["path", "query", "header"] as const).flatMap((location) => requiredIn(parameters, location)),
    ...(body === undefined ? [] : [bodyOf(body.content, json)]),
  ];
  const request = parts.length === 0 ? "" : `{\n${parts.map((part) => `  ${part},\n`).join("")}}`;
  const isList = parameters.some(({ name }) => name === "cursor");
  const call = isList
    ? `for await (const item of lectern.each.${id}(${request})) {\n  console.log(item);\n}`
    : `const result = await lectern.${id}(${request});\nconsole.log(result);`;
  // The ETag of `withResponse`, which the guide explains.
  const version = isConditional ? 'const etag = env["ETAG"]!;\n' : "";
  return `import { env } from "node:process";
import { Lectern } from "@lectern/sdk";

const lectern = new Lectern({ origin: "${origin}", apiKey: env["LECTERN_API_KEY"]! });
${version}
${call}
`;
}

function bodyOf(content: Readonly<Record<string, unknown>>, json: unknown): string {
  if (json !== undefined) return `body: ${indented(json)}`;
  return "multipart/form-data" in content ? 'body: { file: new File(["…"], "file.txt") }' : 'body: new Blob(["…"])';
}

/** Writes the required parameters of one location. */
function requiredIn(parameters: readonly Parameter[], location: "path" | "query" | "header"): string[] {
  const required = parameters.filter((parameter) => parameter.in === location && parameter.required === true);
  if (required.length === 0) return [];
  const values = required.map(({ name, schema }) => {
    const value = name === "If-Match" ? "etag" : JSON.stringify(schema?.example ?? schema?.enum?.[0] ?? name);
    return `${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${value}`;
  });
  return [`${location === "header" ? "headers" : location}: { ${values.join(", ")} }`];
}

/** Writes JSON as TypeScript, with plain names. */
const indented = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replaceAll(/^( *)"([A-Za-z_]\w*)":/gm, "$1$2:")
    .replaceAll("\n", "\n  ");
