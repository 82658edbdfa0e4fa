import { DomUtils } from "htmlparser2";
import { EncodedForm } from "../browser-session.ts";

type Node = Parameters<typeof DomUtils.textContent>[0];
type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

export interface ChosenFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** A text, the visible text of one option or of several, whether a box is checked, or a file. */
export type Entry = string | boolean | readonly string[] | ChosenFile;

export const visibleText = (node: Node): string => DomUtils.textContent(node).replace(/\s+/g, " ").trim();

const isElement = (node: Node): node is Element => "attribs" in node;

const attribute = (element: Element, name: string) => element.attribs[name];

const elements = (root: Node, ...names: string[]): Element[] =>
  DomUtils.filter((node) => isElement(node) && names.includes(node.name), root) as Element[];

/** A label without what it says about being optional. */
const plainLabel = (text: string) => text.replace(/\s*\(?optional\)?$/i, "").replace(/\s*\*$/, "");

/** Returns the visible texts around a control: the headings of its groups and its label, from the outside to the inside. */
function pathOf(control: Element, form: Element): string[] {
  const path: string[] = [];
  const label = labelOf(control, form);
  if (label) path.push(plainLabel(label));
  for (let node = control.parent as Element | null; node && node !== form; node = node.parent as Element | null) {
    const heading = node.children?.find((child) => isElement(child) && /^(?:legend|summary)$/.test(child.name));
    if (heading) path.unshift(plainLabel(visibleText(heading)));
  }
  return path;
}

function labelOf(control: Element, form: Element): string | undefined {
  const id = attribute(control, "id");
  const own = elements(form, "label").find((label) => id !== undefined && attribute(label, "for") === id);
  if (own) return visibleText(own);
  for (let node = control.parent as Element | null; node && node !== form; node = node.parent as Element | null) {
    if (node.name === "label") {
      const span = elements(node, "span")[0];
      const text = span ? visibleText(span) : visibleText(node);
      return text === "" ? attribute(control, "aria-label") : text;
    }
  }
  return attribute(control, "aria-label");
}

const isRadio = (control: Element) => attribute(control, "type") === "radio";
const isCheckbox = (control: Element) => attribute(control, "type") === "checkbox";

function isNamed(path: readonly string[], label: string): boolean {
  const parts = label.split(" › ");
  let at = 0;
  for (const part of path) if (part === parts[at]) at += 1;
  return at === parts.length && path.at(-1) === parts.at(-1);
}

/** A form of a page, filled in by what its labels say. */
export class VisibleForm {
  readonly #form: Element;
  readonly #values = new Map<Element, string | readonly string[] | ChosenFile | undefined>();

  constructor(form: Element) {
    this.#form = form;
  }

  /** Elements of the form, inside it or elsewhere on the page. */
  #own(...names: string[]): Element[] {
    const id = attribute(this.#form, "id");
    const inside = elements(this.#form, ...names).filter((one) => attribute(one, "form") === undefined);
    if (id === undefined) return inside;
    let root: Element = this.#form;
    while (root.parent) root = root.parent as Element;
    return [...inside, ...elements(root, ...names).filter((one) => attribute(one, "form") === id)];
  }

  get controls(): Element[] {
    return this.#own("input", "select", "textarea").filter(
      (control) => !["hidden", "submit", "button"].includes(attribute(control, "type") ?? ""),
    );
  }

  get labels(): string[] {
    return this.controls.map((control) => pathOf(control, this.#form).join(" › "));
  }

  has(label: string): boolean {
    return this.#matching(label).length > 0;
  }

  /** Controls of which the path contains the parts of this label in order, and ends with the last. */
  #matching(label: string): Element[] {
    return [...this.controls.filter((control) => isNamed(pathOf(control, this.#form), label)), ...this.#options(label)];
  }

  /** Radio buttons and boxes below the heading with this label. */
  #options(label: string): Element[] {
    return this.controls.filter(
      (control) =>
        (isRadio(control) || isCheckbox(control)) && isNamed(pathOf(control, this.#form).slice(0, -1), label),
    );
  }

  enter(label: string, entry: Entry): void {
    const found = this.#matching(label);
    if (found.length === 0) throw new Error(`No field "${label}". There are: ${this.labels.join("; ")}`);
    const options = typeof entry === "boolean" ? [] : this.#options(label);
    if (options.length > 0) return this.#choose(label, options, entry as string);
    const possible = found.filter((one) => typeof entry === "boolean" || !(isRadio(one) || isCheckbox(one)));
    const [control] = possible.toSorted((a, b) => pathOf(a, this.#form).length - pathOf(b, this.#form).length);
    if (!control) throw new Error(`"${label}" takes no text.`);
    this.#values.set(control, this.#valueOf(label, control, entry));
  }

  #choose(label: string, options: readonly Element[], entry: string | readonly string[]): void {
    const wanted = [entry].flat();
    for (const text of wanted) {
      const option = options.find((candidate) => pathOf(candidate, this.#form).at(-1) === text);
      if (!option) {
        const offered = options.map((candidate) => pathOf(candidate, this.#form).at(-1)).join("; ");
        throw new Error(`"${label}" does not offer "${text}", but: ${offered}`);
      }
      if (isRadio(option)) {
        const group = options.filter((other) => attribute(other, "name") === attribute(option, "name"));
        for (const other of group) this.#values.set(other, undefined);
      }
      this.#values.set(option, attribute(option, "value") ?? "on");
    }
  }

  #valueOf(label: string, control: Element, entry: Entry): string | readonly string[] | ChosenFile | undefined {
    if (typeof entry === "boolean") return entry ? (attribute(control, "value") ?? "on") : undefined;
    if (control.name !== "select") return entry;
    const texts = [entry].flat() as string[];
    return texts.map((text) => {
      const options = elements(control, "option");
      const option = options.find((candidate) => visibleText(candidate) === text);
      if (!option) throw new Error(`"${label}" does not offer "${text}", but: ${options.map(visibleText).join("; ")}`);
      return attribute(option, "value") ?? text;
    });
  }

  /** The entries that a browser sends, with the pressed button. */
  entries(button?: Element): [name: string, value: string | ChosenFile][] {
    const sent: [string, string | ChosenFile][] = [];
    for (const control of this.#own("input", "select", "textarea")) {
      const name = attribute(control, "name");
      if (!name || attribute(control, "disabled") !== undefined) continue;
      const type = attribute(control, "type");
      if (type === "submit" || type === "button") continue;
      const value = this.#values.has(control) ? this.#values.get(control) : initialValueOf(control);
      if (Array.isArray(value)) sent.push(...value.map((one: string): [string, string] => [name, one]));
      else if (value !== undefined) sent.push([name, value as string | ChosenFile]);
    }
    const name = button && attribute(button, "name");
    if (name) sent.push([name, attribute(button, "value") ?? ""]);
    return sent;
  }

  encoded(button?: Element): EncodedForm {
    const entries = this.entries(button);
    if (attribute(this.#form, "enctype") === "multipart/form-data") return multipartOf(entries);
    const texts = entries.map(([name, value]): [string, string] => [
      name,
      typeof value === "string" ? value : value.name,
    ]);
    return new EncodedForm("application/x-www-form-urlencoded", new URLSearchParams(texts).toString());
  }

  get method(): string {
    return (attribute(this.#form, "method") ?? "get").toLowerCase();
  }

  action(button?: Element): string | undefined {
    return (button && attribute(button, "formaction")) ?? attribute(this.#form, "action");
  }

  buttons(name: string): Element[] {
    const inside = this.#own("button", "input").filter(
      (control) => control.name === "button" || attribute(control, "type") === "submit",
    );
    return inside.filter((button) => nameOf(button) === name);
  }
}

/** The name of a link or button, as a screen reader says it. */
export const nameOf = (element: Element): string =>
  attribute(element, "aria-label") ?? (visibleText(element) || (attribute(element, "value") ?? ""));

/** Returns undefined if the control is not sent. */
function initialValueOf(control: Element): string | readonly string[] | ChosenFile | undefined {
  if (control.name === "textarea") return DomUtils.textContent(control).replace(/^\n/, "");
  if (control.name === "select") {
    const options = elements(control, "option");
    const selected = options.filter((option) => attribute(option, "selected") !== undefined);
    const sent = selected.length > 0 || attribute(control, "multiple") !== undefined ? selected : options.slice(0, 1);
    return sent.map((option) => attribute(option, "value") ?? visibleText(option));
  }
  const isChecked = attribute(control, "checked") !== undefined;
  if (isRadio(control) || isCheckbox(control)) return isChecked ? (attribute(control, "value") ?? "on") : undefined;
  if (attribute(control, "type") === "file") return { name: "", type: "application/octet-stream", bytes: Buffer.of() };
  return attribute(control, "value") ?? "";
}

function multipartOf(entries: readonly [string, string | ChosenFile][]): EncodedForm {
  const boundary = "----------------visitor";
  const parts = entries.map(([name, value]) => {
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"`;
    if (typeof value === "string") return Buffer.from(`${head}\r\n\r\n${value}\r\n`);
    const file = `; filename="${value.name}"\r\nContent-Type: ${value.type}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head + file), value.bytes, Buffer.from("\r\n")]);
  });
  const payload = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]);
  return new EncodedForm(`multipart/form-data; boundary=${boundary}`, payload);
}
