import { formatScopes, type Scope, scopeNames, scopes } from "#access/scopes.ts";
import type { Site } from "#domain/platform/site/site.ts";
import { pause } from "#lib/event-loop/pause.ts";
import { productVersion } from "#lib/settings/product-version.ts";
import type { JsonSchema } from "#lib/wire/json-schema.ts";
import { addressesOf } from "../location.ts";
import { prefix } from "../prefix.ts";
import { routeIndex } from "#operations/route-index.ts";
import { routes } from "#operations/routes.ts";
import { describeOperation } from "./operation.ts";
import type { Parts } from "./parts.ts";
import { tagDescriptions, tagOf } from "./tags.ts";
import { sharedComponents } from "./shared-components.ts";
import { callbacksOf, webhooksOf } from "./webhooks.ts";
import { describeDefaults } from "./without-defaults.ts";
import { toWire } from "#lib/wire/names.ts";

/** Generates the OpenAPI 3.0.3 document of one site from its route table, without blocking the event loop. */
export async function openApiDocument({ origin, name }: Pick<Site, "origin" | "name">): Promise<object> {
  const schemas: Record<string, JsonSchema> = {};
  const parts: Parts = { origin, addresses: addressesOf(routeIndex), schemas, responses: {} };
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) {
    await pause();
    const template = route.path.replace(/:(\w+)/g, (_match, parameter: string) => `{${toWire(parameter)}}`);
    (paths[`${prefix}${template}`] ??= {})[route.method.toLowerCase()] = describeOperation(route, parts);
  }
  const webhooks = await webhooksOf(schemas, origin);
  Object.assign(paths[`${prefix}/webhook_endpoints`]?.["post"] ?? {}, { callbacks: callbacksOf(schemas) });
  const components = {
    ...sharedComponents(origin, operatorScopes(), parts.responses),
    schemas: { ...schemas, ...problemSchemas },
  };
  await describeDefaults({ paths, components });
  return {
    openapi: "3.0.3",
    info: {
      title: `Operator API of ${name}`,
      description: introduction(origin),
      version: productVersion(),
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: [{ url: origin }],
    externalDocs: { description: "Error reference: causes and fixes", url: `${origin}/docs/errors` },
    tags: tagsOf(),
    security: [{ oauth: [] }, { api_key: [] }],
    paths,
    "x-webhooks": webhooks,
    components,
  };
}

const introduction = (origin: string) =>
  `The API for running a school, with fine-grained scopes. Send \`Authorization: Bearer\` with an access token of this site. [/auth.md](${origin}/auth.md) describes how to get one.

- **Lists** are paginated: \`limit\` (1 to 200) and \`cursor\` with the \`next_cursor\` of the previous page. \`sort=-updated_at,name\` sorts by several keys. For incremental sync, use \`updated_at[gte]\` with \`sort=updated_at\` and \`include_deleted=true\`. Start each run one minute before the newest change that you know, because long transactions become visible late.
- **Dates**: where a day is enough, requests accept a date such as \`2026-12-31\` instead of a timestamp. It means that day in the time zone of the school. Starts (\`starts_at\`, \`from\`) begin with the day, ends (\`expires_at\`, \`until\`, \`to\`) include it. \`created_at[gte]\` and \`created_at[lte]\` include the day, \`[gt]\` and \`[lt]\` exclude it.
- **Dry runs**: every write accepts \`dry_run=true\`.
- **Idempotency**: a POST, PUT or PATCH with an \`Idempotency-Key\` takes effect once, however often it is sent.
- **Updates** (\`PATCH\`) are JSON Merge Patches (RFC 7396): nested objects are merged, and null removes a value. An update without changes keeps the \`ETag\`. You can send back a resource that you read and edited: read-only fields are accepted unchanged, and refused as \`read_only\` otherwise.
- **Optimistic concurrency**: send \`If-Match\` with the \`ETag\` that you read. \`If-None-Match: *\` with \`PUT\` only creates. Both follow RFC 9110 §13: \`If-Match\` never matches a weak ETag, and creating in a list compares the ETag of the list.
- **Errors** are \`application/problem+json\`: \`code\` for programs, \`detail\` with the fix, \`errors\` with a pointer to each invalid value, and \`type\` with a documentation page.
- **Rate limits** are reported in \`RateLimit-Policy\` and \`RateLimit\`. After a 429, wait for the time in \`Retry-After\`.
- **Versions**: \`X-API-Version\` is the release of the server. Version 1 grows, and nothing of it is removed without twelve months' notice in \`Deprecation\` and \`Sunset\`: [what may change](${origin}/docs/reference/versions). Accept fields, values of enumerations and events that you do not know.`;

const tagsOf = () =>
  [...new Set(routes.map(({ path }) => tagOf(path)))].map((tag) => ({
    name: tag,
    description: tagDescriptions[tag],
  }));

function operatorScopes(): Record<string, string> {
  const used = new Set<Scope>();
  for (const { operation } of routes) if ("scope" in operation.access) used.add(operation.access.scope);
  const listed = formatScopes(used).split(" ");
  return Object.fromEntries(
    scopeNames.filter((scope) => listed.includes(scope)).map((scope) => [scope, scopes[scope].means]),
  );
}

const problemSchemas = {
  Problem: {
    type: "object",
    description: "Problem details (RFC 9457).",
    required: ["type", "title", "status", "detail", "code", "request_id"],
    properties: {
      type: { type: "string", format: "uri", description: "The documentation page of this error." },
      title: { type: "string" },
      status: { type: "integer", minimum: 400, maximum: 599 },
      detail: { type: "string", description: "An explanation of this error and its fix." },
      code: { type: "string", description: "A machine-readable error code." },
      request_id: { type: "string" },
      errors: {
        type: "array",
        items: {
          type: "object",
          required: ["pointer", "code", "detail"],
          properties: {
            pointer: { type: "string", description: "JSON Pointer into the request (RFC 6901)." },
            code: { type: "string" },
            detail: { type: "string" },
          },
        },
      },
      allowed: { type: "array", items: { type: "string" }, description: "The states that are allowed next." },
      acr_values: { type: "string", description: "The class of authentication to request (RFC 9470)." },
      max_age: { type: "integer", minimum: 0, description: "The age of authentication to request, in seconds." },
    },
  },
};
