import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { pointsOutside } from "#domain/catalog/course-folder/points-outside.ts";
import type { Warning } from "#domain/platform/jobs/job.ts";
import { readText } from "../read-text.ts";
import { wrongInput } from "../wrong-input.ts";
import { elementsOf, readXml, type XmlElement } from "./xml.ts";

/** A part of a course: its element, wherever that stands, and what it is called. */
export interface OlxBlock {
  kind: string;
  /** Undefined where it stands within another without a name. */
  urlName: string | undefined;
  element: XmlElement;
  /** Path of the file it stands in. */
  file: string;
}

/** The folder of a course in OLX, and what in it has no place here. */
export class OlxFolder {
  readonly folder: string;
  readonly warnings: Warning[] = [];

  constructor(folder: string) {
    this.folder = folder;
  }

  root(): OlxBlock {
    const file = path.join(this.folder, "course.xml");
    const element = this.#read(file);
    if (element.name !== "course") throw wrongInput(file, element.line, "expected a <course>");
    return this.#follow(element, file);
  }

  /** The parts within, each where it really stands: an element may name the file of another (OLX, "pointer tags"). */
  blocksIn({ element, file }: OlxBlock): OlxBlock[] {
    return elementsOf(element).map((child) => this.#follow(child, file));
  }

  /** A text of the folder; undefined where there is none. */
  text(...parts: string[]): string | undefined {
    const file = path.join(this.folder, ...parts);
    return this.has(...parts) ? readText(file) : undefined;
  }

  /** Whether a file is there, below the folder. */
  has(...parts: string[]): boolean {
    if (parts.join("/").split("/").includes("..")) return false;
    const file = path.join(this.folder, ...parts);
    return statSync(file, { throwIfNoEntry: false })?.isFile() === true && !pointsOutside(this.folder, file);
  }

  /** Something that is not brought in, or not wholly. */
  warn({ file, element }: Pick<OlxBlock, "file" | "element">, detail: string): void {
    this.warnings.push({ place: `${file}:${element.line}`, detail });
  }

  #follow(element: XmlElement, file: string): OlxBlock {
    const { name: kind, attributes } = element;
    const urlName = attributes["url_name"];
    const own = { kind, urlName, element, file };
    if (urlName === undefined || elementsOf(element).length > 0) return own;
    // A colon stands for a folder in names of files.
    const target = path.join(kind, `${urlName.replaceAll(":", "/")}.xml`);
    if (!this.has(target)) return own;
    const inFile = path.join(this.folder, target);
    const pointed = this.#read(inFile);
    const all = { ...attributes, ...pointed.attributes };
    return { kind, urlName, element: { ...pointed, attributes: all }, file: inFile };
  }

  #read(file: string): XmlElement {
    if (!existsSync(file)) throw wrongInput(file, undefined, "expected a file, there is none");
    if (pointsOutside(this.folder, file)) throw wrongInput(file, undefined, "expected no link out of the folder");
    return readXml(readText(file), file);
  }
}

export const titleOf = ({ element: { attributes } }: OlxBlock): string => (attributes["display_name"] ?? "").trim();
