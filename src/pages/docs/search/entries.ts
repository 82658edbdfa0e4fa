import { pause } from "#lib/event-loop/pause.ts";
import { errorReferences } from "../../text/error-reference/error-reference.ts";
import { type ApiDocument, type ApiReference, readSchema } from "../api/reference.ts";
import { merged } from "../api/schema.ts";
import { documentNames } from "../contents.ts";
import { exampleOrigin, pathOfDocument, readSource } from "../documents.ts";
import { headingId } from "../heading-id.ts";
import type { MemberApiType } from "../member-api/reference.ts";
import type { Entry } from "./entry.ts";

const maxDescriptionLength = 4000;
const maxOfField = 200;

export interface Sources {
  document: ApiDocument;
  reference: ApiReference;
  types: readonly MemberApiType[];
}

/** Reads everything that the search finds. */
export async function readEntries({ document, reference, types }: Sources): Promise<readonly Entry[]> {
  const guides = await Promise.all(
    documentNames.map(async (name) => sectionsOf(pathOfDocument(name), await readSource(name))),
  );
  return [
    ...guides.flat(),
    ...errorReferences.map(({ code, title, meaning, fix, answered }): Entry => {
      const text = [meaning, ...fix, answered].join(" ");
      return { kind: "errors", path: `/docs/errors/${code}`, title: code, context: title, text: plain(text) };
    }),
    ...[...reference.operations.values()].map(({ id, summary, method, path, description, parameters }): Entry => ({
      kind: "operations",
      path: `/docs/api/operations/${id}`,
      title: summary,
      context: `${method} ${path} ${id}`,
      text: plain(`${description} ${parameters}`),
    })),
    ...[...reference.events.values()].map(({ name, summary, description }): Entry => ({
      kind: "events",
      path: `/docs/api/webhooks/${name}`,
      title: name,
      context: summary,
      text: plain(description),
    })),
    ...(await fieldsOf(document)),
    ...types.flatMap(memberTypeEntries),
  ];
}

/** The sections of a document: its introduction, and each heading of the second level. */
function sectionsOf(path: string, source: string): Entry[] {
  const [, title = ""] = /^# (.*)/.exec(source) ?? [];
  const parts = source.split(/^## (?=.)/m);
  return parts.map((part, index) => {
    const end = part.indexOf("\n");
    const heading = part.slice(0, end).replaceAll("`", "");
    const text = plain(part.slice(end));
    if (index === 0) return { kind: "guides", path, title, context: "", text };
    return { kind: "guides", path: `${path}#${headingId(heading)}`, title: heading, context: title, text };
  });
}

/** The fields of the objects of the operator API. Objects of requests repeat them. */
async function fieldsOf(document: ApiDocument): Promise<Entry[]> {
  const prefix = "/components/schemas/";
  const names = document.pointers.flatMap((pointer) =>
    pointer.startsWith(prefix) ? pointer.slice(prefix.length) : [],
  );
  const entries: Entry[] = [];
  for (const name of names.filter((other) => !other.endsWith("Request"))) {
    const turn = pause();
    if (turn) await turn;
    const { properties = {} } = (await readSchema(document, name)) ?? {};
    for (const [field, schema] of Object.entries(properties)) {
      const { description = "", enum: values = [] } = merged(schema);
      const text = plain(`${description} ${values.filter((value) => typeof value === "string").join(" ")}`);
      const path = `/docs/api/schemas/${name}`;
      entries.push({ kind: "fields", path, title: field, context: name, text: text.slice(0, maxOfField) });
    }
  }
  return entries;
}

const memberTypeEntries = ({ name, description, fields }: MemberApiType): Entry[] => {
  const path = `/docs/member-api#${name}`;
  return [
    { kind: "memberApi", path, title: name, context: "", text: plain(description) },
    ...fields.map((field): Entry => ({
      kind: "memberApi",
      path,
      title: field.name,
      context: name,
      text: plain(field.description).slice(0, maxOfField),
    })),
  ];
};

/** Removes the syntax of Markdown, except names in code. */
const plain = (markdown: string): string =>
  markdown
    .replaceAll(exampleOrigin, "")
    .replaceAll(/\]\([^()\s]{0,300}\)/g, "")
    .replaceAll(/^```\w*$/gm, " ")
    .replaceAll(/[`*[\]]/g, "")
    .replaceAll(/[|#]/g, " ")
    .replaceAll(/-{3,}/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, maxDescriptionLength);
