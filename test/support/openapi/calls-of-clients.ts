import { type MinimalCall, minimalCalls } from "./minimal-calls.ts";

const objectOf = (fields: readonly (readonly [string, string])[]): string =>
  `{ ${fields.map(([name, value]) => `${JSON.stringify(name)}: ${value}`).join(", ")} }`;

/** Source text that calls every operation with openapi-fetch and the types of openapi-typescript. */
export function callsOfOpenapiFetch(types: string): string {
  const calls = minimalCalls.map(({ method, path, parameters, body }) => {
    const places = Object.entries(parameters).filter(([, fields]) => fields.length > 0);
    const params = places.map(([place, fields]): [string, string] => [place, objectOf(fields)]);
    const options: [string, string][] = [
      ...(params.length > 0 ? [["params", objectOf(params)] satisfies [string, string]] : []),
      ...(body ? [["body", body.takes === "bytes" ? '""' : body.text] satisfies [string, string]] : []),
    ];
    const argument = options.length > 0 ? `, ${objectOf(options)}` : "";
    return `await client.${method.toUpperCase()}(${JSON.stringify(path)}${argument});`;
  });
  return [
    'import createClient from "openapi-fetch";',
    `import type { paths } from ${JSON.stringify(types)};`,
    'const client = createClient<paths>({ baseUrl: "https://learn.example" });',
    ...calls,
    "",
  ].join("\n");
}

/** Source text that calls every operation with the functions of @hey-api/openapi-ts. */
export function callsOfHeyApi(module: string): string {
  const calls = minimalCalls.map(({ operationId, parameters, body }) => {
    const { header, ...others } = parameters;
    const places = Object.entries({ ...others, headers: header }).filter(([, fields]) => fields.length > 0);
    const options: [string, string][] = [
      ...places.map(([place, fields]): [string, string] => [place, objectOf(fields)]),
      ...(body ? [["body", body.takes === "bytes" ? "new Blob([])" : body.text] satisfies [string, string]] : []),
    ];
    return `await api.${operationId}(${options.length > 0 ? objectOf(options) : ""});`;
  });
  return [`import * as api from ${JSON.stringify(module)};`, ...calls, ""].join("\n");
}

/** Source text that calls every operation with the functions of orval: parameters of paths, the body, the query. */
export function callsOfOrval(module: string): string {
  const calls = minimalCalls.map((call) => `await api.${call.operationId}(${argumentsOf(call).join(", ")});`);
  return [`import * as api from ${JSON.stringify(module)};`, ...calls, ""].join("\n");
}

function argumentsOf({ path, parameters, body }: MinimalCall): string[] {
  const values = new Map(parameters.path);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => values.get(name) ?? '"x"');
  const bodies = body ? [body.takes === "bytes" ? "new Blob([])" : body.text] : [];
  return [...inPath, ...bodies, ...(parameters.query.length > 0 ? [objectOf(parameters.query)] : [])];
}
