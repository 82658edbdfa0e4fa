import { Problem } from "#domain/platform/problem.ts";
import { pause } from "#lib/event-loop/pause.ts";
import { isRecord } from "#lib/json/is-record.ts";
import { prefix } from "../prefix.ts";
import type { SiteDocument } from "./site-document.ts";
import { tagDescriptions, tagOf } from "./tags.ts";
import { unescaped } from "#lib/wire/pointer.ts";

/** Characters of an unknown tag that the error repeats. */
const maxEcho = 50;

/** Returns the tag of a query, or undefined without one. */
export function requireTag(tag: unknown): string | undefined {
  if (tag === undefined) return undefined;
  if (typeof tag === "string" && Object.hasOwn(tagDescriptions, tag)) return tag;
  const fault = typeof tag === "string" ? `There is no tag \`${tag.slice(0, maxEcho)}\`.` : "Send one tag.";
  throw new Problem("invalid_filter", `${fault} The tags are ${Object.keys(tagDescriptions).join(", ")}.`, {
    errors: [{ pointer: "/tag", code: "unknown_value", detail: "Expected a tag of the description." }],
  });
}

const apiWideMembers: readonly string[] = ["/openapi", "/info", "/servers", "/externalDocs"];

/** Reads the operations of a tag, and the components that they use. */
export async function readTag({ pointers, read }: SiteDocument, tag: string): Promise<object> {
  const document: Record<string, unknown> = {};
  for (const pointer of apiWideMembers) document[pointer.slice(1)] = await read(pointer);
  document["tags"] = [{ name: tag, description: tagDescriptions[tag] }];
  document["security"] = await read("/security");
  const paths: Record<string, Record<string, unknown>> = {};
  const components: Record<string, Record<string, unknown>> = {};
  const allPointers = new Set(pointers);
  for (const pointer of pointers) {
    const [, section, path = "", method = ""] = pointer.split("/").map(unescaped);
    if (section === "components" && path === "securitySchemes") await add(pointer);
    if (section !== "paths" || tagOf(path.slice(prefix.length)) !== tag) continue;
    const operation = await read(pointer);
    (paths[path] ??= {})[method] = operation;
    await addAll(operation);
  }
  return { ...document, paths, components };

  /** Adds a component, and those that it uses. */
  async function add(pointer: string): Promise<void> {
    const [, , kind = "", name = ""] = pointer.split("/").map(unescaped);
    const ofKind = (components[kind] ??= {});
    if (Object.hasOwn(ofKind, name)) return;
    const component = await read(pointer);
    ofKind[name] = component;
    await addAll(component);
  }

  async function addAll(part: unknown): Promise<void> {
    for (const reference of referencesIn(part)) {
      const pointer = reference.slice(1);
      if (allPointers.has(pointer)) await add(pointer);
    }
    const turn = pause();
    if (turn) await turn;
  }
}

function* referencesIn(part: unknown): Generator<string> {
  if (Array.isArray(part)) for (const item of part) yield* referencesIn(item);
  if (!isRecord(part)) return;
  const { $ref } = part;
  if (typeof $ref === "string") yield $ref;
  for (const item of Object.values(part)) yield* referencesIn(item);
}
