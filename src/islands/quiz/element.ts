import { restoredEvent } from "../events.ts";
import { fill } from "../settings.ts";

const singleAnswerKinds: ReadonlySet<string> = new Set(["single", "true_false"]);

/**
 * Counts the questions and points of the form around it while a person writes, and makes the marks of correct answers
 * exclusive where one answer is correct.
 */
class Quiz extends HTMLElement {
  #form: HTMLFormElement | null = null;

  connectedCallback(): void {
    if (this.#form) return;
    const form = this.closest("form");
    this.#form = form;
    if (!form) return;
    form.addEventListener("input", (event) => {
      if (event.target instanceof HTMLInputElement && isMark(event.target)) keepOne(event.target);
      if (event.target instanceof HTMLSelectElement && event.target.matches("select.kind")) this.#prefill(event.target);
      this.#follow(form);
    });
    form.addEventListener(restoredEvent, () => this.#follow(form));
    // Rows are added, copied and removed.
    new MutationObserver((changes) => {
      if (changes.some(({ target }) => target instanceof Element && target.closest("l-rows"))) this.#follow(form);
    }).observe(form, { childList: true, subtree: true });
    this.#follow(form);
  }

  /** A question with true and false has these two answers. What is written stays. */
  #prefill(kind: HTMLSelectElement): void {
    const texts = textsOf(kind.closest(".question") ?? kind);
    if (kind.value !== "true_false" || texts.some(({ value }) => value !== "")) return;
    const words = [this.dataset["true"] ?? "", this.dataset["false"] ?? ""];
    for (const [index, word] of words.entries()) {
      const box = texts[index];
      if (box) box.value = word;
    }
  }

  #follow(form: HTMLFormElement): void {
    const questions = [...form.querySelectorAll<HTMLElement>(".question")].filter((one) => !isRemoved(one));
    for (const question of questions) {
      showMarks(question);
      hideSpare(question);
    }
    const points = questions.reduce((sum, question) => sum + pointsOf(question), 0);
    const text = fill(this.dataset["count"] ?? "", { count: String(questions.length), points: String(points) });
    if (this.textContent !== text) this.textContent = text;
  }
}

const isRemoved = ({ hidden }: HTMLElement): boolean => hidden !== false;

const pointsOf = (question: HTMLElement): number =>
  Number(question.querySelector<HTMLInputElement>('input[name$=".points"]')?.value) || 0;

/** The boxes for the texts of the answers of a question. */
const textsOf = (question: Element): HTMLInputElement[] => [
  ...question.querySelectorAll<HTMLInputElement>(".answer input.of-text"),
];

/** A question with true and false needs no more rows. */
function hideSpare(question: HTMLElement): void {
  const isTwofold = kindOf(question) === "true_false";
  for (const [index, box] of textsOf(question).entries()) {
    box.closest(".answer")?.classList.toggle("spare-answer", isTwofold && index > 1 && box.value === "");
  }
}

const kindOf = (question: Element): string => question.querySelector<HTMLSelectElement>("select.kind")?.value ?? "";

const marksOf = (question: Element): NodeListOf<HTMLInputElement> =>
  question.querySelectorAll('input[name*=".choices."][name$=".correct"]');

const isMark = ({ name }: HTMLInputElement): boolean => name.includes(".choices.") && name.endsWith(".correct");

/** Each mark has a name of its own, so that the browser does not group them. */
function showMarks(question: HTMLElement): void {
  const type = singleAnswerKinds.has(kindOf(question)) ? "radio" : "checkbox";
  for (const mark of marksOf(question)) if (mark.type !== type) mark.type = type;
}

function keepOne(mark: HTMLInputElement): void {
  const question = mark.closest(".question");
  if (!question || !mark.checked || !singleAnswerKinds.has(kindOf(question))) return;
  for (const other of marksOf(question)) if (other !== mark) other.checked = false;
}

customElements.define("l-quiz", Quiz);
