import assert from "node:assert/strict";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { violationsOf } from "../../support/browsers/accessibility.ts";
import { aPicture } from "../../support/worlds/pictures.ts";
import { type ASite, password } from "../../support/world.ts";
import type { LiveSite } from "../../support/worlds/live-site.ts";
import { sendFile } from "../../support/worlds/uploads.ts";
import { aPerson } from "../../support/worlds/person.ts";
import { aTicket, anEvent } from "../../rest/support/an-event.ts";
import { aShop } from "./buyer.ts";
import { aMembershipPlan } from "./course-membership.ts";
import { created } from "./free-school.ts";

const questions = [
  {
    id: "knot",
    kind: "single",
    prompt_markdown: "Which knot makes a loop that does not slip?",
    choices: [
      { id: "a", text: "Bowline", correct: true },
      { id: "b", text: "Slip knot" },
    ],
  },
  {
    id: "hitch",
    kind: "true_false",
    prompt_markdown: "A clove hitch is tied around a post.",
    choices: [
      { id: "a", text: "True", correct: true },
      { id: "b", text: "False" },
    ],
  },
];

/** A school with a free course, a paid one, an event and a membership, at an address that browsers reach. */
export async function aSchoolForAWeek(live: LiveSite) {
  const { operator } = await aShop(live.site);
  const sent = await sendFile(
    operator,
    aPicture({ width: 640, height: 360 }),
    { visibility: "public" },
    { name: "a.png" },
  );
  const { id: cover_file_id } = sent.json<{ id: string }>();
  const aCourse = async (name: string, fields: object, plan?: object) => {
    const course = await created(operator.post("/courses", { name, cover_file_id, ...fields }));
    const lectures = [
      {
        title: "The bowline",
        kind: "text",
        body_markdown: "A loop that does not slip.\n\n## Steps\n\n1. Make a small loop.",
      },
      { title: "The clove hitch", kind: "text", body_markdown: "Around a post." },
      { title: "What holds", kind: "quiz" },
    ];
    const tree = { sections: [{ title: "First knots", lectures }] };
    const saved = await created<{ sections: { lectures: { id: string }[] }[] }>(
      operator.put(`/courses/${course.id}/curriculum`, tree, { "if-match": "*" }),
    );
    const quiz = saved.sections[0]!.lectures[2]!.id;
    await created(operator.put(`/lectures/${quiz}/quiz`, { pass_percent: 50, questions }));
    if (plan) await created(operator.post(`/courses/${course.id}/plans`, plan));
    await created(operator.post(`/courses/${course.id}/publish`));
    return course;
  };
  const free = await aCourse("Knots for everyone", { course_type: "free" });
  const price = { amount: 4900, currency: "USD" };
  const full = { name: "Full", plan_type: "one_time", price };
  const paid = await aCourse("Splicing ropes", { course_type: "paid" }, full);
  const event = await anEvent(operator, { name: "Harbour night", description_markdown: "Bring a rope." });
  await aTicket(operator, event, {});
  await created(operator.post(`/events/${event.id}/publish`));
  const plan = await aMembershipPlan(operator, { all_courses: true });
  return { operator, free, paid, event, plan };
}

/** What a screen reader says of the control with the focus, as far as it is a label or a text. */
const nameOfFocused = `(() => {
  const control = document.activeElement;
  const label = control.ariaLabel ?? control.labels?.[0]?.textContent ?? control.textContent;
  return label.replaceAll(/\\s+/g, " ").trim();
})()`;

/**
 * A person in a browser of their own. Every page they see answers without an error, fits its width, and has no script
 * error and no barrier that axe finds.
 */
export class Week {
  readonly page: Page;
  readonly origin: string;
  /** The password of every member. */
  readonly password = password;
  /** Addresses of the pages that were loaded, in order. */
  readonly loaded: string[] = [];
  readonly #faults: string[] = [];

  private constructor(page: Page, origin: string) {
    this.page = page;
    this.origin = origin;
    page.on("pageerror", (error) => this.#faults.push(`${page.url()}: ${error.message}`));
    page.on("response", (response) => {
      if (response.status() >= 500) this.#faults.push(`${response.url()} answers ${response.status()}`);
      const isPage = response.request().isNavigationRequest() && response.status() === 200;
      if (isPage) this.loaded.push(new URL(response.url()).pathname);
    });
  }

  static async of(live: LiveSite, browser: Browser, options: BrowserContextOptions): Promise<Week> {
    return new Week(await aPerson(browser, options), live.origin);
  }

  async signedIn(site: ASite, member: Awaited<ReturnType<ASite["member"]>>): Promise<void> {
    const { cookies } = await site.signedIn(member);
    const here = [...cookies].map(([name, value]) => ({ name, value, url: this.origin }));
    await this.page.context().addCookies(here);
  }

  async open(path: string): Promise<void> {
    await this.page.goto(this.origin + path);
    await this.look();
  }

  /** Follows a link of this name, or presses a button, and looks at the page that follows. */
  async press(name: string | RegExp, role: "link" | "button" = "button"): Promise<void> {
    const exact = typeof name === "string";
    const target = this.page.getByRole(role, { name, exact }).and(this.page.locator(":visible")).first();
    const loaded = this.page.waitForEvent("load");
    loaded.catch(() => {});
    await target.click().catch(async (error: unknown) => {
      const offered = await this.page.getByRole(role).and(this.page.locator(":visible")).allInnerTexts();
      throw new Error(`${this.page.url()} has no ${role} "${String(name)}", but: ${offered.join("; ")}`, {
        cause: error,
      });
    });
    await loaded;
    await this.look();
  }

  /** Presses Tab until a control of this name has the focus. */
  async tabTo(name: string | RegExp): Promise<void> {
    const seen: string[] = [];
    for (let presses = 0; presses < 120; presses++) {
      await this.page.keyboard.press("Tab");
      const said = await this.page.evaluate<string>(nameOfFocused);
      if (typeof name === "string" ? said === name : name.test(said)) return;
      seen.push(said);
    }
    throw new Error(`${this.page.url()}: no ${String(name)} among ${seen.join("; ")}`);
  }

  /** Presses Enter on what has the focus, and looks at the page that follows. */
  async enter(): Promise<void> {
    const loaded = this.page.waitForEvent("load");
    await this.page.keyboard.press("Enter");
    await loaded;
    await this.look();
  }

  async sees(...texts: (string | RegExp)[]): Promise<void> {
    for (const text of texts) await this.page.getByText(text).and(this.page.locator(":visible")).first().waitFor();
  }

  async look(): Promise<void> {
    await this.page.waitForLoadState("load");
    const width = await this.page.evaluate(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    assert.equal(width, 0, `${this.page.url()} is wider than the window.`);
    assert.deepEqual(await violationsOf(this.page), [], this.page.url());
  }

  async end(): Promise<void> {
    assert.deepEqual(this.#faults, []);
    await this.page.context().close();
  }
}
