import { isRecord } from "#lib/json/is-record.ts";
import type { XmlElement } from "./xml.ts";

/** A part of a course: its element, resolved if it is in another file, with its settings. */
export interface OlxBlock {
  kind: string;
  /** Undefined if the part has no name of its own. */
  urlName: string | undefined;
  /** Its name, or one that follows from the part that contains it, its title and its position. */
  name: string;
  element: XmlElement;
  /** Path of the file that contains it. */
  file: string;
  /** Settings that Open edX inherits from the parts that contain it, without those that it sets itself. */
  inherited: Readonly<Record<string, string>>;
  /** Number of parts that contain it. */
  depth: number;
}

/**
 * Fields that parts of a part inherit, and that have a meaning here (`InheritanceMixin` of Open edX). Access is not
 * among them: a hidden part is left out or hidden with everything in it.
 */
const inheritable = ["showanswer", "show_correctness", "max_attempts", "graded", "rerandomize"];

/** A setting of a block, its own or an inherited one. */
export const settingOf = ({ element, inherited }: OlxBlock, name: string): string =>
  element.attributes[name] ?? inherited[name] ?? "";

export const titleOf = ({ element: { attributes } }: Pick<OlxBlock, "element">): string =>
  (attributes["display_name"] ?? "").trim();

export const nameOf = (block: Pick<OlxBlock, "element" | "urlName">): string =>
  titleOf(block) || block.urlName || "without a name";

export const isTrue = (value: string | undefined): boolean => value?.trim().toLowerCase() === "true";

/** True if only the staff or some groups of learners see the part. */
export const isForStaff = ({ element: { attributes } }: OlxBlock): boolean =>
  isTrue(attributes["visible_to_staff_only"]) || isLimited(attributes["group_access"]);

/** `{"50": [1, 2]}` limits a part to groups, `{}` and `{"50": []}` do not. */
function isLimited(groups = ""): boolean {
  if (groups.trim() === "") return false;
  try {
    const parsed: unknown = JSON.parse(groups);
    return isRecord(parsed) && Object.values(parsed).some((ids) => Array.isArray(ids) && ids.length > 0);
  } catch {
    return true;
  }
}

/** The settings that the parts of a block inherit. */
export const inheritedFrom = ({ element: { attributes }, inherited }: OlxBlock): Record<string, string> => ({
  ...inherited,
  ...Object.fromEntries(
    inheritable.flatMap((name): [string, string][] => {
      const value = attributes[name];
      return value === undefined ? [] : [[name, value]];
    }),
  ),
});

/**
 * Reads attributes as Open edX does (`deserialize_field`): a JSON null is no value, a JSON string is its text, and
 * everything else stays as it is. Old courses have `slug` for `url_name` and `name` for `display_name`.
 */
export function blockAttributes(attributes: Readonly<Record<string, string>>): Record<string, string> {
  const read = Object.entries(attributes).flatMap(([key, raw]): [string, string][] => {
    const value = valueOf(raw);
    return value === undefined ? [] : [[key, value]];
  });
  const { slug, name, ...others } = Object.fromEntries(read);
  return {
    ...others,
    ...(slug !== undefined && others["url_name"] === undefined && { url_name: slug }),
    ...(name !== undefined && others["display_name"] === undefined && { display_name: name }),
  };
}

/** JSON can contain characters that no database stores: U+0000 and lone surrogates. */
export const storable = (text: string): string => text.replaceAll("\0", "").toWellFormed();

function valueOf(raw: string): string | undefined {
  const text = raw.trim();
  if (text === "null") return undefined;
  if (!/^".*"$/s.test(text)) return raw;
  try {
    return storable(String(JSON.parse(text)));
  } catch {
    return raw;
  }
}

/** The name of a part without one: stable while its title, or else its position, stays the same. */
export function derivedName(parent: { kind: string; name: string }, title: string, index: number): string {
  const from = parent.kind === "course" ? "chapter" : parent.name;
  const words = title.normalize("NFC").replaceAll(/[^\p{L}\p{N}.-]+/gu, "_");
  return `${from}-${/[\p{L}\p{N}]/u.test(words) ? words.slice(0, 100) : index + 1}`;
}
