import assert from "node:assert/strict";
import { DomUtils, parseDocument } from "htmlparser2";
import type { Page, TestBrowser } from "../browser-session.ts";
import { type Entry, nameOf, VisibleForm, visibleText } from "./visible-form.ts";

type Element = ReturnType<typeof DomUtils.getElementsByTagName>[number];

/**
 * A person with a browser without scripts who knows what the pages say, and nothing else: follows links, fills in
 * fields and presses buttons by their visible names.
 */
export class Visitor {
  readonly browser: TestBrowser;
  #page: Page | undefined;
  #document: ReturnType<typeof parseDocument> | undefined;
  #forms: VisibleForm[] = [];

  constructor(browser: TestBrowser) {
    this.browser = browser;
  }

  get address(): string {
    return this.#page?.address ?? "";
  }

  /** The text of the page's content. */
  get text(): string {
    const [main] = DomUtils.getElementsByTagName("main", this.#document ?? []);
    return visibleText(main ?? this.#document!);
  }

  /** Texts of the page about wrong fields. */
  get problems(): string {
    const wrong = DomUtils.getElementsByClassName?.("wrong", this.#document ?? [], true) ?? [];
    return wrong.map((element) => `[${visibleText(element.parent ?? element).slice(0, 120)}] `).join("");
  }

  async open(address: string): Promise<this> {
    return this.#show(await this.browser.open(address));
  }

  /** Follows one link or presses one button after another. */
  async click(...names: string[]): Promise<this> {
    for (const name of names) await this.#clickOne(name);
    return this;
  }

  enter(entries: Record<string, Entry>): this {
    for (const [label, entry] of Object.entries(entries)) {
      const form =
        this.#forms.find((candidate) => candidate.method === "post" && candidate.has(label)) ??
        this.#forms.find((candidate) => candidate.has(label));
      const labels = () => this.#forms.flatMap((candidate) => candidate.labels).join("; ");
      if (!form) throw new Error(`No field "${label}" at ${this.address}. There are: ${labels()}`);
      form.enter(label, entry);
    }
    return this;
  }

  sees(...texts: (string | RegExp)[]): this {
    for (const text of texts) {
      const isThere = typeof text === "string" ? this.text.includes(text) : text.test(this.text);
      assert.ok(
        isThere,
        `${this.address} does not say ${String(text)}, but: ${this.problems}${this.text.slice(0, 3000)}`,
      );
    }
    return this;
  }

  seesNot(text: string | RegExp): this {
    const isThere = typeof text === "string" ? this.text.includes(text) : text.test(this.text);
    assert.ok(!isThere, `${this.address} says ${String(text)}`);
    return this;
  }

  offers(name: string): boolean {
    return this.buttons.includes(name);
  }

  /** The names of all buttons. */
  get buttons(): string[] {
    return DomUtils.getElementsByTagName("button", this.#document ?? []).map(nameOf);
  }

  async #clickOne(name: string): Promise<void> {
    for (const form of this.#forms) {
      const [button] = form.buttons(name);
      if (!button) continue;
      await this.#send(form, button);
      return;
    }
    const links = DomUtils.getElementsByTagName("a", this.#document ?? []).filter((link) => nameOf(link) === name);
    // The content comes before the navigation: it is what a person looks at.
    const link = links.find((one) => isIn("main", one)) ?? links.find((one) => isIn("nav", one)) ?? links[0];
    const href = link?.attribs["href"];
    if (href === undefined)
      throw new Error(`No link or button "${name}" at ${this.address}: ${this.problems}${this.text.slice(0, 3000)}`);
    await this.#go(href);
  }

  async #send(form: VisibleForm, button: Element): Promise<void> {
    const action = this.#absolute(form.action(button) ?? this.address);
    if (form.method === "post") return void this.#show(await this.browser.open(action, form.encoded(button)));
    const query = new URLSearchParams(
      form
        .entries(button)
        .map(([key, value]): [string, string] => [key, typeof value === "string" ? value : value.name]),
    );
    this.#show(await this.browser.open(`${action.replace(/\?.*/, "")}?${query.toString()}`));
  }

  async #go(href: string): Promise<void> {
    this.#show(await this.browser.open(this.#absolute(href)));
  }

  #absolute(href: string): string {
    const base = new URL(this.address, "http://school.invalid");
    const url = new URL(href, base);
    return url.origin === base.origin ? `${url.pathname}${url.search}` : url.pathname + url.search;
  }

  #show(page: Page): this {
    this.#page = page;
    this.#document = parseDocument(page.body);
    this.#forms = DomUtils.getElementsByTagName("form", this.#document).map((form) => new VisibleForm(form));
    assert.ok(page.status < 500, `${page.address} answers ${page.status}`);
    return this;
  }
}

function isIn(name: "main" | "nav", element: Element): boolean {
  for (let node = element.parent as Element | null; node; node = node.parent as Element | null) {
    if (node.name === name) return true;
  }
  return false;
}
