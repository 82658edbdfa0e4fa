import assert from "node:assert/strict";
import {
  elementsIn,
  formsIn,
  hiddenFieldsIn,
  type RenderedForm,
  switchesIn,
  unescape,
  valuesIn,
} from "#pages/views/parts/parse-form.ts";
import type { TestBrowser } from "../../support/browser-session.ts";

/** A form of an admin page with stored values. */
export interface EditedForm {
  page: string;
  action: string;
  /** Hidden fields that say what it is about. */
  about: Readonly<Record<string, string>>;
  /** Names of its fields. */
  names: readonly string[];
}

const ofThePage = new Set(["csrf", "version", "shown", "key"]);

/** Returns the forms of a page that change stored values. */
export async function editedFormsAt(browser: TestBrowser, page: string): Promise<EditedForm[]> {
  const { body, status } = await browser.open(page);
  assert.equal(status, 200, `${page}: ${body.slice(0, 300)}`);
  return formsIn(body)
    .filter(({ method, inner }) => method === "post" && valuesIn(inner).size > 0)
    .map(({ action, inner }) => ({
      page,
      action,
      about: Object.fromEntries([...hiddenFieldsIn(inner)].filter(([name]) => !ofThePage.has(name))),
      names: [...valuesIn(inner).keys()],
    }));
}

/** Opens the form in a tab. */
export async function tab(browser: TestBrowser, { page, action, about }: EditedForm): Promise<Tab> {
  const { body } = await browser.open(page);
  const form = formsIn(body).find(
    (one) =>
      one.method === "post" &&
      one.action === action &&
      valuesIn(one.inner).size > 0 &&
      Object.entries(about).every(([name, value]) => hiddenFieldsIn(one.inner).get(name) === value),
  );
  assert.ok(form, `${page} has no form to ${action}`);
  return new Tab(browser, form);
}

/** An open form, which a person can change and send. */
export class Tab {
  readonly #browser: TestBrowser;
  readonly form: RenderedForm;
  readonly values: Map<string, string>;
  /** Names of its check boxes. */
  readonly switches: ReadonlySet<string>;

  constructor(browser: TestBrowser, form: RenderedForm) {
    this.#browser = browser;
    this.form = form;
    this.values = valuesIn(form.inner);
    this.switches = switchesIn(form.inner);
  }

  /** True for fields that accept any text of some form. */
  isText(name: string): boolean {
    const field = elementsIn(this.form.inner).find((one) => one.name === name);
    const isInput = field?.tag === "input" && (field.attributes.get("type") ?? "text") === "text";
    return isInput || field?.tag === "textarea";
  }

  /** Changes a field to another valid value, and returns it. */
  change(name: string, other?: string): string {
    const value = other ?? this.#otherValue(name);
    this.values.set(name, value);
    return value;
  }

  #otherValue(name: string): string {
    const elements = elementsIn(this.form.inner).filter((one) => one.name === name);
    const [first] = elements;
    assert.ok(first);
    const old = this.values.get(name) ?? "";
    const type = first.attributes.get("type");
    if (type === "checkbox") return old === "" ? (first.attributes.get("value") ?? "on") : "";
    const values =
      type === "radio"
        ? elements.map(({ attributes }) => unescape(attributes.get("value") ?? "on"))
        : first.tag === "select"
          ? [
              ...this.form.inner
                .slice(first.end)
                .split("</select>")[0]!
                .matchAll(/<option value="([^"]*)"/g),
            ].map(([, value]) => unescape(value!))
          : [/^\d+$/.test(old) ? String(Number(old) + 1) : `${old} more`.trim()];
    return values.find((value) => value !== old && value !== "") ?? assert.fail(`${name} has one value only`);
  }

  /** Sends the form with the pressed button. */
  async send() {
    const values = [...this.values].filter(([name, value]) => value !== "" || !this.switches.has(name));
    const fields = [...hiddenFieldsIn(this.form.inner), ...values];
    const button = elementsIn(this.form.inner).find(
      ({ tag, attributes, name }) => tag === "button" && name !== "" && attributes.get("value") !== "add",
    );
    const pressed = button ? { [button.name]: button.attributes.get("value") ?? "" } : {};
    return this.#browser.open(this.form.action, { ...Object.fromEntries(fields), ...pressed });
  }
}
