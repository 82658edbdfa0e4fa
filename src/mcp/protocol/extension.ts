import { asRecord } from "#lib/json/is-record.ts";
import type { Message } from "./json-rpc.ts";
import type { Era } from "./protocol.ts";

/**
 * Tools, resources and prompts in addition to those of the product. No setting adds any: a test composes a server with
 * those that the conformance suite calls.
 */
export interface Extension {
  /** Entries of lists, by the method that returns the list. */
  listed: Readonly<Record<string, readonly object[]>>;
  /** Returns the result of a request for one of them, or undefined for all other requests. */
  answer: (message: Message, request: ExtensionRequest) => Promise<object | undefined>;
}

interface ExtensionRequest {
  era: Era;
  /** Sends a notification to the client before the result. */
  notify: (notification: object) => void;
}

/** Appends the entries of an extension to a list, which is an object with one array. */
export function extendList(list: string, entries: readonly object[]): string {
  const extended = Object.entries(asRecord(JSON.parse(list))).map(([name, own]) => [name, [own, entries].flat()]);
  return JSON.stringify(Object.fromEntries(extended));
}
