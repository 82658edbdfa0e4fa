import { textFor } from "../../../text/catalogue.ts";
import {
  type ApiEvent,
  type ApiOperation,
  type ApiReference,
  type ApiTag,
  type EventEntry,
  type OperationEntry,
  titleOf,
} from "../reference.ts";
import { exampleBody } from "../request-fields.ts";
import { postmanPath } from "../postman.ts";
import { samplesOf } from "../samples.ts";
import type { Schema } from "../schema.ts";
import { fieldsMarkdown, parametersMarkdown } from "./fields.ts";

const { docs } = textFor("en");
const { reference: text } = docs;

/** /docs/api.md: all tags. */
export function indexMarkdown({ tags, operations }: ApiReference, origin: string): string {
  const lines = [...tags.values()].map(
    (tag) =>
      `- [${titleOf(tag.name)}](${origin}/docs/api/tags/${tag.name}.md) (${tag.operations.length}): ${tag.description}`,
  );
  return `# ${docs.api}

${docs.apiAbout} ${operations.size} operations in all. The whole description is large: \`${origin}/openapi.json?tag=courses\` describes the operations of one topic, with the objects that they use.

- [${text.openapi}](${origin}/openapi.json)
- [${text.postman}](${origin}${postmanPath})
- [${text.money}](${origin}/docs/reference/money.md)
- [${text.events}](${origin}/docs/api/webhooks.md): ${text.eventsAbout}

## ${text.operations}

${lines.join("\n")}
`;
}

/** /docs/api/tags/{tag}.md */
export const tagMarkdown = ({ name, description, operations }: ApiTag, origin: string): string =>
  `# ${titleOf(name)}

${description} [${text.openapi}](${origin}/openapi.json?tag=${name})

${operations.map((operation) => operationLine(operation, origin)).join("\n")}
`;

const operationLine = ({ id, method, path, summary }: OperationEntry, origin: string): string =>
  `- [${summary}](${origin}/docs/api/operations/${id}.md): \`${method} ${path}\``;

/** /docs/api/operations/{operation}.md */
export function operationMarkdown(operation: ApiOperation, origin: string): string {
  const { method, path, tag, summary, description, parameters, body, responses } = operation;
  const located = (["path", "query", "header"] as const).flatMap((location) => {
    const ofLocation = parameters.filter((parameter) => parameter.in === location);
    return ofLocation.length === 0 ? [] : [`### ${text.places[location]}\n\n${parametersMarkdown(ofLocation, origin)}`];
  });
  const bodies = Object.entries(body?.content ?? {})
    .filter(([type]) => type !== "application/merge-patch+json")
    .map(([type, { schema = {} }]) => `\`${type}\`\n\n${fieldsMarkdown(schema, origin)}`);
  const example = body && exampleBody(body.content);
  return (
    [
      `# ${summary}`,
      `\`${method} ${path}\` · [${titleOf(tag)}](${origin}/docs/api/tags/${tag}.md)`,
      description,
      `## ${text.sample}`,
      `\`\`\`sh\n${samplesOf(operation, origin).curl}\`\`\``,
      ...(located.length > 0 ? [`## ${text.parameters}`, ...located.map((part) => part.trimEnd())] : []),
      ...(bodies.length > 0 ? [`## ${text.body}`, ...bodies.map((part) => part.trimEnd())] : []),
      ...(example === undefined ? [] : [`### ${text.example}`, jsonBlock(example)]),
      `## ${text.responses}`,
      ...responses.flatMap((response) => responseMarkdown(response, origin)),
    ].join("\n\n") + "\n"
  );
}

function responseMarkdown(
  { status, description, schema, example }: ApiOperation["responses"][number],
  origin: string,
): string[] {
  const isSuccess = status.startsWith("2");
  return [
    `### ${status}`,
    isSuccess ? description : withLinks(description, origin),
    ...(isSuccess && schema ? [fieldsMarkdown(schema, origin).trimEnd()] : []),
    ...(isSuccess && example !== undefined ? [jsonBlock(example)] : []),
  ];
}

/** Links the codes of an error response to their pages. */
function withLinks(description: string, origin: string): string {
  const [meaning = "", codes] = description.split(" Codes: ");
  if (codes === undefined) return description;
  return `${meaning} Codes: ${codes.replaceAll(/`(\w+)`/g, `[\`$1\`](${origin}/docs/errors/$1.md)`)}`;
}

/** /docs/api/webhooks.md */
export const eventsMarkdown = (events: readonly EventEntry[], origin: string): string =>
  `# ${text.events}

${text.eventsAbout} [Verify webhooks](${origin}/docs/guides/verify-webhooks.md) says how to receive them.

${events.map(({ name, summary }) => `- [\`${name}\`](${origin}/docs/api/webhooks/${name}.md): ${summary}`).join("\n")}
`;

/** /docs/api/webhooks/{type}.md */
export function eventMarkdown({ name, summary, description, example, envelope, object }: ApiEvent, origin: string) {
  const parts = [
    `# \`${name}\``,
    `${summary}. ${description} [${text.events}](${origin}/docs/api/webhooks.md)`,
    `## ${text.example}`,
    jsonBlock(example),
    `## ${text.content}`,
    fieldsMarkdown(envelope, origin).trimEnd(),
    ...(object ? [`## \`data.object\``, fieldsMarkdown(object.schema, origin).trimEnd()] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** /docs/api/schemas/{name}.md */
export const schemaMarkdown = ({ name, schema }: { name: string; schema: Schema }, origin: string): string =>
  `# ${name}
${schema.description === undefined ? "" : `\n${schema.description}\n`}
${name === "Money" ? `[${text.money}](${origin}/docs/reference/money.md)\n\n` : ""}${fieldsMarkdown(schema, origin)}`;

const jsonBlock = (value: unknown): string => `\`\`\`json\n${JSON.stringify(value, null, 2)}\n\`\`\``;
