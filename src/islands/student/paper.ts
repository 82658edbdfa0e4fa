import { formatMinutes } from "../formats.ts";
import { make, makeButton } from "../make.ts";
import { filledEvent } from "./groups.ts";
import { fill, settings } from "./settings.ts";

/** The questions of a quiz: marks the answered ones, and shows one at a time on phones. */
class Paper {
  readonly #form: HTMLFormElement;
  readonly #questions: HTMLElement[];
  readonly #links: HTMLAnchorElement[];
  readonly #previous = makeButton(settings().texts.previous, "secondary", () => this.#show(this.#index - 1, true));
  readonly #next = makeButton(settings().texts.next, "secondary", () => this.#show(this.#index + 1, true));
  readonly #step = make("p", { className: "step", role: "status" });
  #index = 0;

  static equip(form: HTMLFormElement): void {
    new Paper(form).#start(form);
  }

  private constructor(form: HTMLFormElement) {
    this.#form = form;
    this.#questions = [...form.querySelectorAll<HTMLElement>("[data-question]")];
    this.#links = [...form.querySelectorAll<HTMLAnchorElement>(".jump a")];
  }

  #start(form: HTMLFormElement): void {
    for (const event of ["input", "change", filledEvent]) form.addEventListener(event, () => this.#mark());
    this.#mark();
    if (this.#links.length === 0) return;
    form
      .querySelector(".questions")
      ?.after(make("div", { className: "question-steps" }, this.#previous, this.#step, this.#next));
    form.classList.add("stepped");
    form.addEventListener("click", (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#q-"]') : null;
      if (link) this.#show(this.#indexOf(link.hash), false);
    });
    form.addEventListener("invalid", (event) => this.#reveal(event.target), true);
    window.addEventListener("hashchange", () => this.#show(this.#indexOf(location.hash), false));
    const first = this.#questions.findIndex((question) => question.dataset["answered"] === undefined);
    const linked = this.#indexOf(location.hash);
    this.#show(linked >= 0 ? linked : Math.max(0, first), false);
  }

  #indexOf(hash: string): number {
    return this.#questions.findIndex(({ id }) => `#${id}` === hash);
  }

  /** A browser reports an invalid field only if it is visible. */
  #reveal(field: EventTarget | null): void {
    const index = this.#questions.findIndex((question) => field instanceof Node && question.contains(field));
    this.#show(index, false);
  }

  #show(index: number, isFocused: boolean): void {
    const question = this.#questions[index];
    if (!question) return;
    this.#index = index;
    for (const [other, item] of this.#questions.entries()) {
      item.classList.toggle("current", other === index);
      this.#links[other]?.classList.toggle("current", other === index);
    }
    const last = this.#questions.length - 1;
    this.#form.classList.toggle("at-end", index === last);
    this.#previous.disabled = index === 0;
    this.#next.disabled = index === last;
    const { step } = settings().texts;
    this.#step.textContent = fill(step, { number: String(index + 1), total: String(this.#questions.length) });
    if (!isFocused) return;
    question.tabIndex = -1;
    question.focus({ preventScroll: true });
    this.#form.scrollIntoView({ block: "start" });
  }

  #mark(): void {
    const { texts } = settings();
    let answered = 0;
    for (const [index, question] of this.#questions.entries()) {
      const isDone = isAnswered(question);
      if (isDone) answered += 1;
      question.toggleAttribute("data-answered", isDone);
      const link = this.#links[index];
      link?.toggleAttribute("data-answered", isDone);
      const state = link?.querySelector(".state-of-answer");
      if (state) state.textContent = ` ${isDone ? texts.isAnswered : texts.mark}`;
    }
    const count = this.#form.querySelector(".jump .count");
    const total = String(this.#questions.length);
    if (count) count.textContent = fill(texts.answered, { answered: String(answered), total });
    const bar = this.#form.querySelector("progress");
    if (bar) bar.value = answered;
  }
}

/** Radio buttons and check boxes: one is chosen. Everything else: all are filled in. */
function isAnswered(question: HTMLElement): boolean {
  const fields = [...question.querySelectorAll<HTMLInputElement | HTMLSelectElement>("input[name], select[name]")];
  if (fields.some(isChoice)) return fields.some((field) => isChoice(field) && field.checked);
  return fields.length > 0 && fields.every(({ value }) => value.trim() !== "");
}

const isChoice = (field: HTMLInputElement | HTMLSelectElement): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === "radio" || field.type === "checkbox");

/** Shows the time that is left, and submits when it is over. */
function countDown(form: HTMLFormElement, until: HTMLElement): void {
  const endsAt = Date.parse(until.dataset["endsAt"] ?? "");
  // The clock of the browser may differ from that of the server.
  const ahead = Date.parse(until.dataset["now"] ?? "") - Date.now();
  const left = make("strong", { className: "time-left", "aria-hidden": "true" });
  const announcement = make("span", { className: "hidden", role: "status" });
  until.append(" ", left, announcement);
  const timer = setInterval(show, 1000);
  show();

  function show(): void {
    const seconds = Math.max(0, Math.ceil((endsAt - Date.now() - ahead) / 1000));
    const { texts, locale } = settings();
    const parts = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
    const clockText = (parts[0] === 0 ? parts.slice(1) : parts).map((part) => String(part).padStart(2, "0")).join(":");
    left.textContent = fill(texts.timeLeft, { time: clockText });
    if (seconds === 300 || seconds === 60) {
      announcement.textContent = fill(texts.timeLeft, { time: formatMinutes(seconds / 60, locale) });
    }
    until.classList.toggle("soon", seconds <= 60);
    if (seconds > 0) return;
    clearInterval(timer);
    announcement.textContent = texts.timeOver;
    const confirmed = make("input", { type: "hidden" });
    Object.assign(confirmed, { name: "confirmed", value: "yes" });
    form.append(confirmed);
    form.noValidate = true;
    form.requestSubmit();
  }
}

export function equipPapers(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form.quiz")) {
    if (form.querySelector("[data-question]")) Paper.equip(form);
    const until = form.querySelector<HTMLElement>("[data-ends-at]");
    if (until) countDown(form, until);
  }
}
