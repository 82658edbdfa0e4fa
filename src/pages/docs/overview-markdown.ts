import { typedKeys } from "#lib/json/typed-object.ts";
import { textFor } from "../text/catalogue.ts";
import type { DocumentEntry, DocumentList } from "./documents.ts";

/** `/docs.md`: every document with its first sentence. */
export function overviewMarkdown(origin: string, documents: DocumentList): string {
  const { docs: text } = textFor("en");
  const line = ({ path, title, description }: DocumentEntry) => `- [${title}](${origin}${path}.md): ${description}`;
  const groups = typedKeys(documents).map(
    (group) => `## ${text.groups[group]}\n\n${documents[group].map(line).join("\n")}\n`,
  );
  return `# ${text.title}

The documents for developers at ${origin}.

- [OpenAPI description](${origin}/openapi.json): every operation of the operator API
- [${text.api}](${origin}/docs/api.md): ${text.apiAbout}
- [${text.reference.events}](${origin}/docs/api/webhooks.md): ${text.reference.eventsAbout}
- [${text.memberApi}](${origin}/docs/member-api.md): ${text.memberApiAbout}
- [${text.memberReference.sdl}](${origin}/docs/member-api.graphql): the Member API in GraphQL
- [${text.errors}](${origin}/docs/errors.md): ${text.errorsAbout}
- [${text.changelog}](${origin}/docs/changelog.md): ${text.changelogAbout}
- [Authorization](${origin}/auth.md): how to get access as an application

${groups.join("\n")}`;
}
