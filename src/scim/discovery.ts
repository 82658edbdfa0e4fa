import type { FastifyInstance } from "fastify";
import { contextOf } from "#http/context.ts";
import { maxBulkBodyBytes, maxBulkOperations } from "./bulk/bulk-limits.ts";
import { prefix } from "./prefix.ts";
import { listResponse, maxResults, queryOf } from "./responses/list-request.ts";
import { notFound, ScimError } from "./responses/scim-error.ts";
import { groupType } from "./schema/group-type.ts";
import type { ResourceType, Schema } from "./schema/resource-type.ts";
import { userType } from "./schema/user-type.ts";

const types = [userType, groupType];

/** GET /ServiceProviderConfig, /ResourceTypes and /Schemas (RFC 7643 §5 to §7). */
export function discoveryEndpoints(app: FastifyInstance): void {
  app.get("/ServiceProviderConfig", (request) =>
    Promise.resolve(serviceProviderConfig(contextOf(request).site.origin)),
  );
  serveList(app, "ResourceTypes", (origin) => types.map((type) => resourceType(origin, type)));
  serveList(app, "Schemas", (origin) =>
    types.flatMap(({ schema, extensions }) => [schema, ...extensions]).map((schema) => schemaResource(origin, schema)),
  );
}

interface Described {
  id: string;
}

function serveList(app: FastifyInstance, name: "ResourceTypes" | "Schemas", describe: (origin: string) => Described[]) {
  app.get(`/${name}`, async (request) => {
    // RFC 7644 §4: a filter would pretend that the lists can be searched.
    if (queryOf(request.query)["filter"] !== undefined) throw new ScimError(403, "This list takes no filter.");
    const resources = describe(contextOf(request).site.origin).map((one) => ({ ...one }));
    return listResponse({ resources, total: resources.length }, { offset: 0 });
  });
  app.get<{ Params: { id: string } }>(`/${name}/:id`, async (request) => {
    const found = describe(contextOf(request).site.origin).find(({ id }) => id === request.params.id);
    if (!found) throw notFound(name === "Schemas" ? "schema" : "resource type", request.params.id);
    return found;
  });
}

const metaOf = (resourceType: string, location: string) => ({ resourceType, location });

const serviceProviderConfig = (origin: string) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
  documentationUri: `${origin}/docs/guides/provision-members`,
  patch: { supported: true },
  bulk: { supported: true, maxOperations: maxBulkOperations, maxPayloadSize: maxBulkBodyBytes },
  filter: { supported: true, maxResults },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Provisioning key",
      description: "The key that an owner of the school created, as Authorization: Bearer",
      specUri: "https://www.rfc-editor.org/info/rfc6750",
      primary: true,
    },
  ],
  meta: metaOf("ServiceProviderConfig", `${origin}${prefix}/ServiceProviderConfig`),
});

const resourceType = (origin: string, { name, endpoint, description, schema, extensions }: ResourceType) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
  id: name,
  name,
  endpoint,
  description,
  schema: schema.id,
  schemaExtensions: extensions.map(({ id }) => ({ schema: id, required: false })),
  meta: metaOf("ResourceType", `${origin}${prefix}/ResourceTypes/${name}`),
});

const schemaResource = (origin: string, { id, name, description, attributes }: Schema) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
  id,
  name,
  description,
  attributes,
  meta: metaOf("Schema", `${origin}${prefix}/Schemas/${id}`),
});
