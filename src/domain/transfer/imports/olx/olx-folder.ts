import { existsSync, statSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Warning } from "#domain/platform/jobs/job.ts";
import { Problem } from "#domain/platform/problem.ts";
import { wrongInput } from "../wrong-input.ts";
import { cut } from "../truncate.ts";
import { AssetIndex } from "./asset-index.ts";
import { blockAttributes, derivedName, inheritedFrom, nameOf, type OlxBlock } from "./block.ts";
import { InlineFiles } from "./inline-files.ts";
import { readPolicy } from "./policy.ts";
import type { Policy } from "./policy-entries.ts";
import { definitionFiles, FileIndex, htmlFiles } from "./text-files.ts";
import { elementsOf, innerXml, readXml, type XmlElement } from "./xml.ts";
import { fileIn, pointsOutside } from "#domain/transfer/course-folder/file-path.ts";

/** A part, apart from what follows from its place. */
type Found = Omit<OlxBlock, "inherited" | "depth">;

/** The folder of an OLX course, with warnings for content that cannot be imported. */
export class OlxFolder {
  readonly folder: string;
  readonly warnings: Warning[] = [];
  readonly files: FileIndex;
  readonly assets: AssetIndex;
  /** Pictures that are written in the texts. */
  readonly inline: InlineFiles;
  /** Files whose content was read, by path in the folder. */
  readonly read = new Set<string>();
  /** External IDs of the lectures to which links to parts of the course lead, by the name of the part. */
  jumpTargets: ReadonlyMap<string, string> = new Map();
  #policy: Policy = new Map();
  #blocks = 0;

  constructor(folder: string) {
    this.folder = folder;
    this.files = new FileIndex(folder);
    this.inline = new InlineFiles(this.files);
    this.assets = new AssetIndex(this.files.all, (file) => this.text(file));
  }

  /** Returns the course, with the policy of its run. Throws if it cannot be read. */
  root(): OlxBlock {
    const file = path.join(this.folder, "course.xml");
    const { element: found } = this.#definition("course.xml");
    if (found.name !== "course") throw wrongInput(file, found.line, "expected a <course>");
    const pointer = { ...found, attributes: blockAttributes(found.attributes) };
    const { url_name: run } = pointer.attributes;
    const target =
      run === undefined || hasContent(pointer) ? undefined : this.files.find(definitionFiles("course", run));
    if (run !== undefined && target === undefined && !hasContent(pointer)) {
      throw wrongInput(file, pointer.line, `the file course/${run}.xml does not exist`);
    }
    const definition = target === undefined ? undefined : this.#definition(target).element;
    this.#policy = readPolicy(this, run ?? "course");
    const element = this.#withPolicy("course", run, {
      ...(definition ?? pointer),
      attributes: { ...pointer.attributes, ...blockAttributes(definition?.attributes ?? {}) },
    });
    const at = target === undefined ? file : path.join(this.folder, target);
    return { kind: "course", urlName: run, name: run ?? "course", element, file: at, inherited: {}, depth: 0 };
  }

  /**
   * Returns the child blocks, with pointer tags resolved to their files (OLX, "pointer tags"). Parts whose definition
   * is missing or damaged are left out with a warning.
   */
  blocksIn(parent: OlxBlock): OlxBlock[] {
    const inherited = inheritedFrom(parent);
    const depth = parent.depth + 1;
    // The file of a part can name the part itself.
    if (depth > maxDepth) {
      this.warn(parent, `“${nameOf(parent)}” is left out: parts are nested more than ${maxDepth} levels deep`);
      return [];
    }
    return elementsOf(parent.element).flatMap((child, index) => {
      const block = this.#follow(parent, child, index);
      if (++this.#blocks > maxBlocks) throw wrongInput(this.folder, undefined, `expected at most ${maxBlocks} parts`);
      return block === undefined ? [] : { ...block, inherited, depth };
    });
  }

  #follow(parent: OlxBlock, child: XmlElement, index: number): Found | undefined {
    const { name: kind } = child;
    const pointer = { ...child, attributes: blockAttributes(child.attributes) };
    const { url_name: urlName, filename } = pointer.attributes;
    const here = (element: XmlElement, file: string): Found => {
      const whole = this.#withPolicy(kind, urlName, element);
      const name = urlName ?? derivedName(parent, whole.attributes["display_name"] ?? "", index);
      return { kind, urlName, name, element: whole, file };
    };
    const inPlace = here(pointer, parent.file);
    if (hasContent(pointer)) return inPlace;
    const named = [urlName, kind === "html" ? undefined : filename].filter((one) => one !== undefined);
    const target = this.files.find(named.flatMap((name) => definitionFiles(kind, name)));
    if (target === undefined) return this.#isLost(inPlace) ? undefined : inPlace;
    try {
      const { element } = this.#definition(target);
      const attributes = { ...pointer.attributes, ...blockAttributes(element.attributes), ...withName(urlName) };
      return here({ ...element, attributes }, path.join(this.folder, target));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.warn(inPlace, `<${kind}> “${nameOf(inPlace)}” is left out: ${error.message}`);
      return undefined;
    }
  }

  /** Reports a part that only names its definition, if there is none. */
  #isLost(block: Found): boolean {
    const { kind, urlName, element } = block;
    const { url_name: _name, display_name: _title, filename, ...others } = element.attributes;
    if (urlName === undefined || !definedInFiles.has(kind)) return false;
    // Courses that were written by hand have videos without files.
    if (kind === "video" && Object.keys(others).length > 0) return false;
    const text = kind === "html" ? this.files.find(htmlFiles(filename, urlName)) : undefined;
    if (text !== undefined) {
      const isWhole = filename !== undefined || Object.keys(others).length > 0;
      if (!isWhole) this.warn(block, `html/${urlName}.xml does not exist: only its text ${text} is imported`);
      return false;
    }
    this.warn(block, `<${kind}> “${urlName}” is left out: the file ${kind}/${urlName}.xml does not exist`);
    return true;
  }

  /** Returns the HTML of a part. Undefined, with a warning, if its file is missing or cannot be read. */
  htmlOf(block: OlxBlock): string | undefined {
    const { element, urlName } = block;
    const { filename } = element.attributes;
    const inside = inlineHtml(element);
    if (filename === undefined && inside.trim() !== "") return inside;
    const file = this.files.find(htmlFiles(filename, urlName));
    if (file !== undefined) {
      const text = this.text(file, block);
      if (text?.trim() === "") this.warn(block, `the text “${nameOf(block)}” is empty: ${file} has no content`);
      return text;
    }
    if (filename === undefined || inside.trim() !== "") return inside;
    this.warn(block, `the text “${nameOf(block)}” is left out: the file html/${filename}.html does not exist`);
    return undefined;
  }

  /** Reads a text file of the folder; undefined if it is missing, and with a warning if it cannot be read. */
  text(name: string, at?: OlxBlock): string | undefined {
    const file = this.files.find([name]);
    if (file === undefined) return undefined;
    this.read.add(file);
    const position = { file: path.join(this.folder, file), element: { line: 1 } };
    try {
      return this.inline.extractFrom(this.#text(file), (detail) => this.warn(position, detail));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      this.warn(at ?? position, `${file} is left out: ${error.message}`);
      return undefined;
    }
  }

  /** Returns true if the file exists inside the folder, or is a picture of a text. */
  has(...parts: string[]): boolean {
    const name = parts.join("/");
    if (this.inline.files.has(name)) return true;
    if (name.split("/").includes("..")) return false;
    const file = fileIn(this.folder, this.assets.renamed.get(name) ?? name);
    return statSync(file, { throwIfNoEntry: false })?.isFile() === true && !pointsOutside(this.folder, file);
  }

  /** Records content that is skipped or imported in part. */
  warn({ file, element }: { file: string; element: Pick<XmlElement, "line"> }, detail: string): void {
    this.warnings.push({ place: `${file}:${element.line}`, detail: cut(detail, maxWarningCharacters).toWellFormed() });
  }

  #definition(name: string): { element: XmlElement } {
    const file = path.join(this.folder, name);
    this.read.add(name);
    const position = { file, element: { line: 1 } };
    const text = this.inline.extractFrom(this.#text(name), (detail) => this.warn(position, detail));
    return { element: readXml(text, file) };
  }

  #text(name: string): string {
    const file = path.join(this.folder, name);
    if (!existsSync(file)) throw wrongInput(file, undefined, "the file does not exist");
    if (pointsOutside(this.folder, file)) throw wrongInput(file, undefined, "links out of the folder are not allowed");
    return readOlxText(file, (detail) => this.warn({ file, element: { line: 1 } }, detail));
  }

  /** The policy of the run overrides the attributes of each part. */
  #withPolicy(kind: string, urlName: string | undefined, element: XmlElement): XmlElement {
    const policy = urlName === undefined ? undefined : this.#policy.get(`${kind}/${urlName}`);
    return policy === undefined ? element : { ...element, attributes: { ...element.attributes, ...policy } };
  }
}

/** A warning can repeat a text of the course. */
const maxWarningCharacters = 10_000;

const maxDepth = 20;
const maxBlocks = 50_000;

/** Kinds that Open edX exports to files of their own, and that are imported. */
const definedInFiles = new Set(
  "chapter sequential vertical videosequence problemset html annotatable problem video split_test conditional library_content itembank randomize wrapper".split(
    " ",
  ),
);

const withName = (urlName: string | undefined): Record<string, string> =>
  urlName === undefined ? {} : { url_name: urlName };

const hasContent = (element: XmlElement): boolean =>
  element.children.some((child) => typeof child !== "string" || child.trim() !== "");

/** The first text of an inline `<html>` is HTML, in a CDATA section or not (`stringify_children` of Open edX). */
function inlineHtml(element: XmlElement): string {
  const { children } = element;
  const isMarkup = children.every((child) => typeof child === "string") && /<[a-z!/]/i.test(children.join(""));
  return isMarkup ? children.join("") : innerXml(element);
}

/** Pictures that are written in a text make it large. Without them, `maxCharacters` applies. */
const maxBytes = 32 * 1024 * 1024;

/** Reads a text in UTF-8. Texts of old editors in Windows-1252 are read with a warning. */
function readOlxText(file: string, warn: (detail: string) => void): string {
  if (statSync(file).size > maxBytes) throw wrongInput(file, undefined, `expected at most ${maxBytes} bytes`);
  const bytes = readFileSync(file);
  if (bytes.includes(0)) throw wrongInput(file, undefined, "expected a text file in UTF-8");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    warn("the file is not in UTF-8: it is read as Windows-1252, check its special characters");
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
