import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { pointsOutside } from "#domain/catalog/course-folder/points-outside.ts";
import type { Warning } from "#domain/platform/jobs/job.ts";
import { readText } from "../read-text.ts";
import { wrongInput } from "../wrong-input.ts";
import { elementsOf, readXml, type XmlElement } from "./xml.ts";

/** A part of a course: its element, resolved if it is in another file, and its name. */
export interface OlxBlock {
  kind: string;
  /** Undefined if it is nested in another block without a name. */
  urlName: string | undefined;
  element: XmlElement;
  /** Path of the file that contains it. */
  file: string;
}

/** The folder of an OLX course, with warnings for content that cannot be imported. */
export class OlxFolder {
  readonly folder: string;
  readonly warnings: Warning[] = [];
  /** External IDs of the lectures to which links to parts of the course lead, by the name of the part. */
  jumpTargets: ReadonlyMap<string, string> = new Map();

  constructor(folder: string) {
    this.folder = folder;
  }

  root(): OlxBlock {
    const file = path.join(this.folder, "course.xml");
    const element = this.#read(file);
    if (element.name !== "course") throw wrongInput(file, element.line, "expected a <course>");
    return this.#follow(element, file);
  }

  /** Returns the child blocks, with pointer tags resolved to their files (OLX, "pointer tags"). */
  blocksIn({ element, file }: OlxBlock): OlxBlock[] {
    return elementsOf(element).map((child) => this.#follow(child, file));
  }

  /** Reads a text file of the folder; undefined if missing. */
  text(...parts: string[]): string | undefined {
    const file = path.join(this.folder, ...parts);
    return this.has(...parts) ? readText(file) : undefined;
  }

  /** Returns true if the file exists inside the folder. */
  has(...parts: string[]): boolean {
    if (parts.join("/").split("/").includes("..")) return false;
    const file = path.join(this.folder, ...parts);
    return statSync(file, { throwIfNoEntry: false })?.isFile() === true && !pointsOutside(this.folder, file);
  }

  /** Records content that is skipped or imported in part. */
  warn({ file, element }: Pick<OlxBlock, "file" | "element">, detail: string): void {
    this.warnings.push({ place: `${file}:${element.line}`, detail });
  }

  #follow(element: XmlElement, file: string): OlxBlock {
    const { name: kind, attributes } = element;
    const urlName = attributes["url_name"];
    const own = { kind, urlName, element, file };
    if (urlName === undefined || elementsOf(element).length > 0) return own;
    // In file names, a colon stands for a folder.
    const target = path.join(kind, `${urlName.replaceAll(":", "/")}.xml`);
    if (!this.has(target)) return own;
    const inFile = path.join(this.folder, target);
    const pointed = this.#read(inFile);
    const all = { ...attributes, ...pointed.attributes };
    return { kind, urlName, element: { ...pointed, attributes: all }, file: inFile };
  }

  #read(file: string): XmlElement {
    if (!existsSync(file)) throw wrongInput(file, undefined, "the file does not exist");
    if (pointsOutside(this.folder, file)) throw wrongInput(file, undefined, "links out of the folder are not allowed");
    return readXml(readText(file), file);
  }
}

export const titleOf = ({ element: { attributes } }: OlxBlock): string => (attributes["display_name"] ?? "").trim();
