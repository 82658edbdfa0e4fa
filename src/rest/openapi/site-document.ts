import type { Site } from "#domain/platform/site/site.ts";
import { placeholders, type Range, type Template } from "./template.ts";

/** The OpenAPI document of a site, without its whole text or all of its values in memory. */
export interface SiteDocument {
  /** JSON Pointers of the values that are read by themselves, such as each operation and each component. */
  pointers: readonly string[];
  /** Undefined for other pointers. */
  read: (pointer: string) => Promise<unknown>;
  /** The text in pieces. */
  text: () => AsyncGenerator<string, void>;
}

let template: Promise<Template> | undefined;

/** Opens the document. Its generator is imported on the first request: API calls do not need it. */
export async function openSiteDocument(site: Pick<Site, "origin" | "name">): Promise<SiteDocument> {
  try {
    const { openTemplate } = await import("./generated-template.ts");
    return documentOf(await (template ??= openTemplate()), site);
  } catch (error) {
    // The next request tries again.
    template = undefined;
    throw error;
  }
}

function documentOf(opened: Template, { origin, name }: Pick<Site, "origin" | "name">): SiteDocument {
  const readText = async (range: Range) =>
    (await opened.read(range))
      .toString()
      .replaceAll(placeholders.origin, () => JSON.stringify(origin).slice(1, -1))
      .replaceAll(placeholders.name, () => JSON.stringify(name).slice(1, -1));
  return {
    pointers: [...opened.values.keys()],
    async read(pointer) {
      const range = opened.values.get(pointer);
      return range && JSON.parse(await readText(range));
    },
    async *text() {
      for (const range of pieces(opened)) yield await readText(range);
    },
  };
}

/** Bytes from which a piece ends with the next value. */
const pieceSize = 64 * 1024;

/** A piece ends at the start of a value, so that each placeholder is in one piece. */
function* pieces({ byteSize, values }: Template): Generator<Range, void> {
  let start = 0;
  for (const [end] of values.values()) {
    if (end - start < pieceSize) continue;
    yield [start, end];
    start = end;
  }
  yield [start, byteSize];
}
