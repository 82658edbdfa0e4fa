import { textFor } from "../../text/catalogue.ts";
import { curlOf, type MemberApiExample, memberApiExamples } from "./examples.ts";
import { type MemberApiField, memberApiGroups, type MemberApiReference, type MemberApiType } from "./reference.ts";

const { docs } = textFor("en");
const { memberReference: text, reference: apiText } = docs;

/** /docs/member-api.md: example queries, and all types of the schema. */
export function memberApiMarkdown(reference: MemberApiReference, origin: string): string {
  const groups = memberApiGroups.map((group) => {
    const types = reference.get(group) ?? [];
    return `## ${text.groups[group]}\n\n${types.map(typeMarkdown).join("\n")}`;
  });
  return `# ${docs.memberApi}

${docs.memberApiAbout}

- [${text.guide}](${origin}/docs/guides/member-api.md)
- [${text.sdl}](${origin}/docs/member-api.graphql)

## ${text.examples}

${memberApiExamples.map(exampleMarkdown).join("\n")}
${groups.join("\n")}`;
}

const exampleMarkdown = (example: MemberApiExample): string =>
  `### ${example.title}\n\n\`\`\`graphql\n${example.query}\n\`\`\`\n\n\`\`\`sh\n${curlOf(example)}\n\`\`\`\n`;

function typeMarkdown({ name, description, fields }: MemberApiType): string {
  const about = description === "" ? "" : `\n${description}\n`;
  const lines = fields.flatMap((field) => fieldLines(field, ""));
  return `### \`${name}\`\n${about}${lines.length === 0 ? "" : `\n${lines.join("\n")}\n`}`;
}

/** A field, and its arguments below it. */
function fieldLines(
  { name, type, description, fallback, arguments: inputs }: MemberApiField,
  indent: string,
): string[] {
  const value = fallback === undefined ? "" : ` ${apiText.fallback.replace("{value}", `\`${fallback}\``)}.`;
  const about = description === "" ? "" : `: ${description.replaceAll(/\s+/g, " ")}`;
  return [
    `${indent}- \`${name}${type === undefined ? "" : `: ${type}`}\`${about}${value}`,
    ...inputs.flatMap((input) => fieldLines(input, `${indent}  `)),
  ];
}
