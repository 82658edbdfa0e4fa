import { parseId } from "#domain/platform/ids.ts";
import type { TestBrowser } from "../../support/browser-session.ts";
import { type AMember, type ASite, aSite } from "../../support/world.ts";

/** A question as the editor submits it. */
export interface TypedQuestion {
  label: string;
  kind: string;
  required?: "on";
  choices?: string;
  handle?: string;
  known?: "1";
}

/** Questions as the fields of the editor. */
export const typed = (questions: readonly TypedQuestion[]): Record<string, string> =>
  Object.fromEntries(
    questions.flatMap((question, index) =>
      Object.entries(question).map(([field, value]) => [`f.${index}.${field}`, String(value)]),
    ),
  );

/** The labels of an editor's questions, in order. */
export const questionsIn = (body: string): string[] =>
  [...body.matchAll(/<input\s[^>]*name="f\.\d+\.label"[^>]*>/g)].map(([tag]) => /value="([^"]*)"/.exec(tag)![1]!);

/** A site whose owner creates forms in the admin area. */
export async function aFormEditor() {
  const site = await aSite();
  const owner = await site.member({ roles: ["owner"] });
  const browser = await site.signedIn(owner);
  const path = "/admin/forms";

  /** Submits the opened editor with other fields. */
  async function submit(address: string, fields: Record<string, string>) {
    const { body } = await browser.open(address);
    const version = /name="version" value="(\d+)"/.exec(body)?.[1];
    const sent = { csrf: proofIn(body), do: "save", ...(version && { version }), ...fields };
    return answered(browser, address, sent);
  }

  return {
    site,
    owner,
    submit,
    make: (fields: Record<string, string>, questions: readonly TypedQuestion[]) =>
      submit(`${path}/new`, { ...fields, ...typed(questions) }),
    idOf: (address: string) => parseId("form", address.split("/").at(-1)!)!,
    browser: {
      open: async (address: string) => ({ ...(await answered(browser, address)) }),
      submit: (page: { body: string }, fields: Record<string, string>, address: string) => {
        const version = /name="version" value="(\d+)"/.exec(page.body)![1]!;
        return answered(browser, address, { csrf: proofIn(page.body), version, ...fields });
      },
      /** Presses a button of a form's page or of its question page. */
      press: async (address: string, what: "open" | "close" | "delete") =>
        answered(browser, `${address}/${what}`, { csrf: proofIn((await browser.open(address)).body) }),
    },
  };
}

/** Submits answers to a form, as a member or as a visitor. */
export async function answer(site: ASite, slug: string, fields: Record<string, string>, member?: AMember) {
  const browser = member ? await site.signedIn(member) : site.browser();
  const { body } = await browser.open(`/forms/${slug}`);
  return answered(browser, `/forms/${slug}`, { csrf: proofIn(body), ...fields });
}

const proofIn = (body: string): string => /name="csrf" value="([^"]+)"/.exec(body)?.[1] ?? "";

async function answered(browser: TestBrowser, address: string, form?: Record<string, string>) {
  const { statusCode, headers, body } = await browser.request(form ? "POST" : "GET", address, form);
  return { status: statusCode, headers, body };
}

/** An open form, and the browser of its owner. */
export async function anOpenForm(questions: readonly TypedQuestion[], fields: Record<string, string> = {}) {
  const { site, browser, make } = await aFormEditor();
  const made = await make({ name: "Crew", slug: "crew", ...fields }, questions);
  if (made.status !== 303) throw new Error(made.body);
  const address = made.headers.location!.split("?")[0]!;
  await browser.press(address, "open");
  const press = (what: "open" | "close") => browser.press(address, what);
  return { site, slug: fields["slug"] ?? "crew", address, admin: browser, press };
}
