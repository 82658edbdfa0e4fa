import { formatScopes, type Scope, scopeNames, scopes } from "#access/scopes.ts";
import type { Site } from "#domain/sites/site.ts";
import type { JsonSchema } from "#lib/wire/json-schema.ts";
import { addressesOf } from "../location.ts";
import { prefix } from "../mount.ts";
import { routes } from "../routes.ts";
import { describeOperation } from "./operation.ts";
import type { Parts } from "./parts.ts";
import { tagDescriptions, tagOf } from "./tags.ts";
import { sharedComponents } from "./shared-components.ts";
import { callbacksOf, webhooksOf } from "./webhooks.ts";

/** `info.version` is the day of the last change that a client could notice. */
const version = "2026-11-22";

/** The OpenAPI 3.0.3 description of the operator API at one site, made from the table that serves it. */
export function openApiDocument({ origin, name }: Pick<Site, "origin" | "name">): object {
  const schemas: Record<string, JsonSchema> = {};
  const parts: Parts = { origin, addresses: addressesOf(routes), schemas, responses: {} };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const template = route.path.replace(/:(\w+)/g, (_match, parameter: string) => `{${wireOf(parameter)}}`);
    (paths[`${prefix}${template}`] ??= {})[route.method.toLowerCase()] = describeOperation(route, parts);
  }
  Object.assign(paths[`${prefix}/webhook_endpoints`]!["post"]!, { callbacks: callbacksOf(schemas) });
  return {
    openapi: "3.0.3",
    info: {
      title: `Operator API of ${name}`,
      description: introduction(origin),
      version,
      license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" },
    },
    servers: [{ url: origin }],
    externalDocs: { description: "Every error, what it means and how to mend it", url: `${origin}/docs/errors` },
    tags: tagsOf(),
    security: [{ oauth: [] }],
    paths,
    "x-webhooks": webhooksOf(schemas),
    components: {
      ...sharedComponents(origin, operatorScopes(), parts.responses),
      schemas: { ...schemas, ...problemSchemas },
    },
  };
}

const wireOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const introduction = (origin: string) =>
  `Everything that running a school needs, under fine scopes. Send \`Authorization: Bearer\` with a token of this site; [/auth.md](${origin}/auth.md) says how to get one.

- **Lists** come in pages: \`limit\` (1 to 200), and \`cursor\` with the \`next_cursor\` of the page before. \`updated_at[gte]\` with \`sort=updated_at\` and \`include_deleted=true\` tells what changed since; \`sort=-updated_at,name\` sorts by several. What takes long to write shows late, with the moment at which it began: begin a few seconds before the last change that you know.
- **Writes** can be tried with \`dry_run=true\`. A POST with an \`Idempotency-Key\` happens once, however often it is sent.
- **Changes** (\`PATCH\`) hold what is to be another, of objects their parts: they are merged with what is there (JSON Merge Patch, RFC 7396), and null takes a part away. What is so already changes nothing, its \`ETag\` neither.
- **Changes by others** are noticed with \`If-Match\` and the \`ETag\` of what was read.
- **Errors** are \`application/problem+json\`: \`code\` is for programs, \`detail\` says how to mend it, \`errors\` point to what is wrong, and \`type\` leads to a page about it.
- **Limits** stand in \`RateLimit-Policy\` and \`RateLimit\`; a 429 says in \`Retry-After\` when to go on.`;

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
    description: "What went wrong and how to mend it (RFC 9457).",
    required: ["type", "title", "status", "detail", "code", "request_id"],
    properties: {
      type: { type: "string", format: "uri", description: "A page about this error." },
      title: { type: "string" },
      status: { type: "integer", minimum: 400, maximum: 599 },
      detail: { type: "string", description: "How to mend it." },
      code: { type: "string", description: "What a program tells errors apart by." },
      request_id: { type: "string" },
      errors: {
        type: "array",
        items: {
          type: "object",
          required: ["pointer", "code", "detail"],
          properties: {
            pointer: { type: "string", description: "Where in the request (RFC 6901)." },
            code: { type: "string" },
            detail: { type: "string" },
          },
        },
      },
      allowed: { type: "array", items: { type: "string" }, description: "The states that can follow." },
    },
  },
};
