/** The parts of the API description that the SDK changes. */
interface Document {
  paths: Record<string, Record<string, Operation>>;
  security?: unknown;
}

interface Operation {
  security?: unknown;
  parameters?: { $ref?: string }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

interface Schema {
  properties?: Record<string, unknown>;
  oneOf?: Schema[];
}

/** Parameters that methods of the SDK send themselves, or that it has no use for. */
const omittedParameters: ReadonlySet<string> = new Set(["DryRun", "IfNoneMatch", "RequestId"]);

/**
 * Reduces the API description to what the methods of the SDK return: dry runs have methods of their own, so that
 * `createCourse` returns a course and nothing else. The transport authenticates.
 */
export function sdkDocumentOf(description: object): object {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A copy of the generated document.
  const document = structuredClone(description) as Document;
  delete document.security;
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const { parameters = [], requestBody, responses } = operation;
    operation.parameters = parameters.filter(
      ({ $ref = "" }) => !omittedParameters.has($ref.slice($ref.lastIndexOf("/") + 1)),
    );
    delete operation.security;
    delete requestBody?.content["application/merge-patch+json"];
    delete responses["304"];
    for (const [status, { content }] of Object.entries(responses)) {
      const media = content?.["application/json"];
      if (!media) continue;
      if (isDryRun(media.schema)) delete responses[status];
      else media.schema = withoutDryRun(media.schema);
    }
  }
  return document;
}

const isDryRun = ({ properties }: Schema): boolean =>
  properties !== undefined && "dry_run" in properties && "would" in properties;

function withoutDryRun(schema: Schema): Schema {
  if (!schema.oneOf) return schema;
  const [first, ...others] = schema.oneOf.filter((option) => !isDryRun(option));
  return first && others.length === 0 ? first : { oneOf: first ? [first, ...others] : [] };
}

interface DescribedEvents {
  "x-webhooks": Record<string, { post: { requestBody: { content: { "application/json": { schema: EventSchema } } } } }>;
}

interface EventSchema {
  allOf?: { properties?: { data: { properties: { object: { $ref: string } } } } }[];
}

/** Writes the resource of each event type as an interface, from which the SDK derives the union of all events. */
export function sdkEventsOf(description: object): string {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The generated document.
  const described = Object.entries((description as DescribedEvents)["x-webhooks"]).map(([name, { post }]) => {
    const reference =
      post.requestBody.content["application/json"].schema.allOf?.[1]?.properties?.data.properties.object;
    return [name, reference?.$ref.slice(reference.$ref.lastIndexOf("/") + 1)] as const;
  });
  const types = [...new Set(described.flatMap(([, type]) => type ?? []))].toSorted();
  const lines = described.map(([name, type]) => `  ${JSON.stringify(name)}: ${type ?? "Record<string, unknown>"};`);
  return `import type { ${types.join(", ")} } from "./types.gen.ts";

/** The resource of each event type. */
export interface EventObjects {
${lines.join("\n")}
}
`;
}
