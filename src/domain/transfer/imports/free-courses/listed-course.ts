import { hash } from "node:crypto";
import { WebAddress } from "#domain/platform/fields.ts";
import { wrongInput } from "../wrong-input.ts";
import { cut } from "../cut.ts";
import type { ListedLink } from "./list.ts";

/** A course from a list. */
export interface ListedCourse {
  externalId: string;
  name: string;
  /** The author or platform. */
  note: string;
  address: string;
  language: string;
  /** The headings of each place where it is listed. */
  headingPaths: ListedLink["headings"][];
}

/** Characters of the name of a course. */
export const maxName = 200;

/** Characters of the text beside it. */
export const maxNote = 300;

/** Adds a missing `https:`. */
export function courseOfLink(file: string, language: string, link: ListedLink): ListedCourse {
  const written = /^[a-z][a-z\d+.-]*:/i.test(link.address) ? link.address : `https://${link.address}`;
  const address = link.address === "" ? undefined : WebAddress.safeParse(written).data;
  if (address === undefined) {
    throw wrongInput(file, link.line, `expected a URL in “${link.name}”, not ${JSON.stringify(link.address)}`);
  }
  const name = cut(link.name || new URL(address).hostname, maxName);
  const externalId = `free-courses/${language}/${hash("sha256", address, "hex").slice(0, 32)}`;
  return { externalId, name, note: link.note, address, language, headingPaths: [link.headings] };
}
