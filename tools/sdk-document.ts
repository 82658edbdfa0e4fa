/** The parts of the API description that the SDK changes. */
interface Document {
  paths: Record<string, Record<string, Operation>>;
}

interface Operation {
  parameters?: { $ref?: string }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

interface Schema {
  properties?: Record<string, unknown>;
  oneOf?: Schema[];
}

/** Parameters that methods of the SDK send themselves, or that it has no use for. */
const own: ReadonlySet<string> = new Set(["DryRun", "IfNoneMatch", "RequestId"]);

/**
 * Reduces the API description to what the methods of the SDK return: dry runs have methods of their own, so that
 * `createCourse` returns a course and nothing else.
 */
export function sdkDocumentOf(description: object): object {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A copy of the generated document.
  const document = structuredClone(description) as Document;
  for (const operation of Object.values(document.paths).flatMap((methods) => Object.values(methods))) {
    const { parameters = [], requestBody, responses } = operation;
    operation.parameters = parameters.filter(({ $ref = "" }) => !own.has($ref.slice($ref.lastIndexOf("/") + 1)));
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
