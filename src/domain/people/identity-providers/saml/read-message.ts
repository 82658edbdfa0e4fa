import { attributeOf, elementsBelow, readXml, UnreadableXml, type XmlElement } from "#lib/xml/xml-tree.ts";
import { ProviderError } from "../provider-error.ts";

/** Responses have about 10 KiB, with a thousand groups about 100 KiB. The largest ones take 30 ms of the event loop. */
export const maxMessageBytes = 128 * 1024;

const limits = { maxElements: 3000, maxDepth: 32 };

/** Parses a message. An ID occurs once, so that a signature refers to one element. Throws ProviderError. */
export function readMessage(bytes: Buffer | string): XmlElement {
  if (bytes.length > maxMessageBytes)
    throw new ProviderError("invalid", `The message has more than ${maxMessageBytes} bytes.`);
  try {
    const text = typeof bytes === "string" ? bytes : new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const root = readXml(text, limits);
    const ids = new Set<string>();
    for (const element of elementsBelow(root)) {
      const id = attributeOf(element, "ID");
      if (id === undefined) continue;
      if (ids.has(id)) throw new ProviderError("invalid", "The message has an ID twice.");
      ids.add(id);
    }
    return root;
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    const reason = error instanceof UnreadableXml ? error.message : "It is not UTF-8.";
    throw new ProviderError("invalid", `The message cannot be read. ${reason}`, { cause: error });
  }
}

const form = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

/** Reads a time with its zone (SAML Core §1.3.3). Throws ProviderError. */
export function readTime(text: string): Date {
  const time = new Date(form.test(text) ? text : Number.NaN);
  if (Number.isNaN(time.getTime())) throw new ProviderError("invalid", `A time cannot be read: ${text.slice(0, 40)}`);
  return time;
}
