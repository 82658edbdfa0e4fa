import { mapInSlices } from "#lib/event-loop/map-in-slices.ts";
import { pause } from "#lib/event-loop/pause.ts";
import { isSmall } from "#lib/event-loop/weight.ts";
import { asRecord, isRecord } from "#lib/json/is-record.ts";
import { isIdOfAnyKind } from "#domain/platform/ids.ts";
import { DigestMap } from "#lib/collections/digest-map.ts";
import type { Row } from "./archive-format.ts";
import { packedBytes, packId, unpackId } from "./packed-ids.ts";

/** IDs of the archive with the IDs of the same rows at this site, and the addresses of both sites. */
export class IdMap {
  readonly #ids = new DigestMap(packedBytes);
  readonly #origins: Origins;

  constructor(origins: Origins) {
    this.#origins = origins;
  }

  set(archived: unknown, here: unknown): void {
    const packed = packId(here);
    if (typeof archived === "string" && packed) this.#ids.set(archived, packed);
  }

  has = (archived: unknown): boolean => this.get(archived) !== undefined;

  get = (archived: unknown): string | undefined => {
    const packed = typeof archived === "string" ? this.#ids.get(archived) : undefined;
    return packed && unpackId(packed);
  };

  /**
   * Replaces known IDs in all texts of a row, also inside addresses such as `/files/fil_…`, and the origin of the other
   * site. `unknown`: receives the other IDs that texts link to.
   */
  translate(row: Row, unknown?: Set<string>): Promise<Row> {
    const { from, to } = this.#origins;
    const withId = (text: string): string =>
      text.replaceAll(anyId, (id: string, at: number) => {
        const here = this.get(id);
        if (here === undefined && unknown && isLink(text, at) && isIdOfAnyKind(id)) unknown.add(id);
        return here ?? id;
      });
    const withOrigin = from === to ? withId : (text: string) => withId(withoutOrigin(text, from, to));
    return replaceTexts(row, { inText: withOrigin, inForeign: withId });
  }
}

interface Origins {
  from: string;
  to: string;
}

/** Replaces an origin at the beginning of addresses. */
function withoutOrigin(text: string, from: string, to: string): string {
  if (!text.includes(from)) return text;
  const [head = "", ...others] = text.split(from);
  return others.reduce((before, part) => before + (/^(?:[^\w.:@-]|$)/.test(part) ? to : from) + part, head);
}

/** Replaces the targets of all links in texts, to compare rows whose links are not all translated. */
export const withoutLinks = (row: Row): Promise<Row> =>
  replaceTexts(row, { inText: withoutTargets, inForeign: withoutTargets });

const withoutTargets = (text: string): string =>
  text.replaceAll(anyId, (id: string, at: number) => (isLink(text, at) ? "…" : id));

/** An ID in an address: `/files/fil_…`, `?course_id=crs_…` or `#com_…`. */
const isLink = (text: string, at: number): boolean => at > 0 && "/=#".includes(text.charAt(at - 1));

const anyId = /(?<![a-z0-9])[a-z]{2,6}_[0-9a-z]{26}(?![0-9a-z])/g;

/** Fields with keys of other systems, in which an address is a name. */
const foreign: ReadonlySet<string> = new Set(["external_id", "metadata"]);

interface Replacements {
  inText: (text: string) => string;
  /** For `foreign` fields. */
  inForeign: (text: string) => string;
}

const replaceTexts = async (row: Row, replace: Replacements): Promise<Row> =>
  isSmall(row) ? inFields(row, replace) : asRecord(await inSlices(row, replace));

const within = (name: string, { inText, inForeign }: Replacements): Replacements =>
  foreign.has(name) ? { inText: inForeign, inForeign } : { inText, inForeign };

function inValue(value: unknown, replace: Replacements): unknown {
  if (typeof value === "string") return replace.inText(value);
  if (Array.isArray(value)) return value.map((item) => inValue(item, replace));
  return isRecord(value) ? inFields(value, replace) : value;
}

const inFields = (row: Row, replace: Replacements): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, inValue(value, within(name, replace))]));

/** The same, and lets the event loop turn: an archive can hold rows with very many values. */
async function inSlices(value: unknown, replace: Replacements): Promise<unknown> {
  const turn = pause();
  if (turn) await turn;
  if (isSmall(value)) return inValue(value, replace);
  if (Array.isArray(value))
    return mapInSlices(value, (item) => (isSmall(item) ? inValue(item, replace) : inSlices(item, replace)));
  if (!isRecord(value)) return inValue(value, replace);
  const row: Row = {};
  for (const [name, inner] of Object.entries(value)) row[name] = await inSlices(inner, within(name, replace));
  return row;
}
