import { readFile } from "node:fs/promises";
import path from "node:path";
import { contents, type DocumentGroup, type DocumentName, documentNames, type ShownLanguage } from "./contents.ts";
import type { Heading, RenderedDocument } from "./render-document.ts";

/** A document with the addresses of a school. */
export interface ServedDocument {
  title: string;
  description: string;
  headings: readonly Heading[];
  content: string;
}

export interface DocumentEntry {
  path: string;
  title: string;
  description: string;
}

export type DocumentList = Record<DocumentGroup, readonly DocumentEntry[]>;

const folder = path.join(import.meta.dirname, "../../../docs");

/** The school in the documents of the repository, replaced by the school that serves them. */
export const exampleOrigin = "https://learn.school.example";

interface Stored {
  source: string;
  entry: DocumentEntry;
  rendered: Map<ShownLanguage, RenderedDocument>;
}

/** Documents change with the release only, so they are read once, and rendered on the first request. */
const stored = new Map<DocumentName, Promise<Stored>>();

function open(name: DocumentName): Promise<Stored> {
  let document = stored.get(name);
  if (!document) {
    document = read(name);
    stored.set(name, document);
    document.catch(() => stored.delete(name));
  }
  return document;
}

async function read(name: DocumentName): Promise<Stored> {
  const source = withServedLinks(await readFile(path.join(folder, `${name}.md`), "utf8"), name);
  const [, title = "", paragraph = ""] = /^# (.*)\n\n((?:.+\n)*)/.exec(source) ?? [];
  const description = paragraph
    .replaceAll(/(?<!\])\[([^[\]]{0,200})\]\([^()\s]{0,500}\)/g, "$1")
    .replaceAll(/[`*]/g, "")
    .replaceAll("\n", " ");
  const entry = { path: pathOfDocument(name), title, description: description.trim().replace(/:$/, ".") };
  return { source, entry, rendered: new Map() };
}

/** Keeps the text of links to files of the repository that schools do not serve. */
function withServedLinks(source: string, name: DocumentName): string {
  const served: ReadonlySet<string> = new Set(documentNames);
  return source.replaceAll(
    /\[([^[\]]{0,200})\]\((?!https?:)([^()\s#]{1,200})(?:#[^()\s]{0,200})?\)/g,
    (link, text, file) => {
      const target = path.posix.join(path.posix.dirname(name), String(file)).replace(/\.md$/, "");
      return served.has(target) || String(file).startsWith("/") ? link : String(text);
    },
  );
}

/** Reads a document as HTML. */
export async function readDocument(
  name: DocumentName,
  origin: string,
  language: ShownLanguage,
): Promise<ServedDocument> {
  const document = await open(name);
  let rendered = document.rendered.get(language);
  if (!rendered) {
    const { renderDocument } = await import("./render-document.ts");
    document.rendered.set(language, (rendered = renderDocument(document.source, language)));
  }
  const { title, description } = document.entry;
  const { headings, content } = rendered;
  return { title, description, headings, content: atOrigin(content, origin) };
}

/** Reads a document as Markdown, with the example address. */
export const readSource = async (name: DocumentName): Promise<string> => (await open(name)).source;

/** Lists all documents by group. */
export async function listDocuments(): Promise<DocumentList> {
  const [start, guides, reference, operate] = await Promise.all(
    [contents.start, contents.guides, contents.reference, contents.operate].map((names) =>
      Promise.all(names.map(entryOf)),
    ),
  );
  return { start: start ?? [], guides: guides ?? [], reference: reference ?? [], operate: operate ?? [] };
}

const entryOf = async (name: DocumentName): Promise<DocumentEntry> => (await open(name)).entry;

export const pathOfDocument = (name: DocumentName): string => `/docs/${name}`;

/** Returns the documents before and after one. */
export async function neighborsOf(name: DocumentName): Promise<(DocumentEntry | undefined)[]> {
  const index = documentNames.indexOf(name);
  return Promise.all(
    [documentNames[index - 1], documentNames[index + 1]].map(async (found) => (found ? entryOf(found) : undefined)),
  );
}

/** Replaces the example address by that of a school. */
export const atOrigin = (text: string, origin: string): string => text.replaceAll(exampleOrigin, () => origin);
