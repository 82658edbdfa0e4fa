import { formatNumber } from "../formats.ts";
import { connect, element } from "./host.ts";

interface Choice {
  text: string;
  match?: string;
  correct?: boolean;
}

interface Question {
  kind: string;
  prompt_markdown?: string;
  choices?: Choice[];
  accepted_answers?: string[];
  explanation?: string | null;
  points?: number;
}

interface Quiz {
  questions?: Question[];
  truncated?: boolean;
  pass_percent?: number;
  attempts_allowed?: number | null;
  time_limit_seconds?: number | null;
}

type Texts = Readonly<
  Record<
    | "failed"
    | "part"
    | "title"
    | "question"
    | "questions"
    | "pass"
    | "attempts"
    | "limit"
    | "point"
    | "points"
    | "showAnswers"
    | "hideAnswers"
    | "correct"
    | "choose"
    | "yourAnswer",
    string
  >
>;

await connect<Quiz, Texts>(show);

/** Shows a quiz to staff as its students see it, and the correct answers on request. It saves nothing. */
function show(quiz: Quiz, text: Texts, locale: string): HTMLElement[] {
  const { questions = [] } = quiz;
  const list = element("ol", "questions", ...questions.map((question, index) => questionOf(question, index, text)));
  const toggle = element("button", "button", text.showAnswers);
  toggle.type = "button";
  toggle.setAttribute("aria-pressed", "false");
  toggle.addEventListener("click", () => {
    const isShown = list.classList.toggle("answered");
    toggle.setAttribute("aria-pressed", String(isShown));
    toggle.textContent = isShown ? text.hideAnswers : text.showAnswers;
    for (const answer of list.querySelectorAll<HTMLElement>("[data-answer]")) answer.hidden = !isShown;
  });
  const facts = element("p", "facts", factsOf(quiz, text, locale).join(" · "));
  return [element("div", "body", element("h1", "", text.title), facts, list, element("div", "actions", toggle))];
}

function factsOf(quiz: Quiz, text: Texts, locale: string): string[] {
  const { questions, truncated, pass_percent: pass, attempts_allowed: attempts, time_limit_seconds: limit } = quiz;
  const count = questions?.length ?? 0;
  const counted = (count === 1 ? text.question : text.questions).replace("{count}", formatNumber(count, locale));
  return [
    ...(truncated || !questions ? [] : [counted]),
    ...(pass === undefined ? [] : [text.pass.replace("{percent}", formatNumber(pass, locale))]),
    ...(attempts ? [text.attempts.replace("{count}", formatNumber(attempts, locale))] : []),
    ...(limit ? [text.limit.replace("{minutes}", formatNumber(Math.ceil(limit / 60), locale))] : []),
  ];
}

function questionOf(question: Question, index: number, text: Texts): HTMLElement {
  const { kind, prompt_markdown: prompt = "", explanation, points = 0 } = question;
  const correct = element("p", "", element("strong", "", text.correct), " ", answerOf(question));
  const answer = element("div", "answer", correct, explanation ? element("p", "detail", explanation) : undefined);
  answer.dataset["answer"] = "";
  answer.hidden = true;
  const worth = (points === 1 ? text.point : text.points).replace("{count}", String(points));
  const legend = element("legend", "", `${index + 1}. ${prompt}`, element("span", "points", ` ${worth}`));
  const inputs = inputsOf(kind, question.choices ?? [], `question-${index}`, text);
  return element("li", "", element("fieldset", "", legend, ...inputs), answer);
}

function inputsOf(kind: string, choices: readonly Choice[], name: string, text: Texts): HTMLElement[] {
  if (kind === "single" || kind === "true_false") return choices.map((choice) => option("radio", name, choice));
  if (kind === "multiple") return choices.map((choice) => option("checkbox", name, choice));
  if (kind === "ordering") {
    const positions = choices.map((_, index) => String(index + 1));
    return sorted(choices.map((choice) => choice.text)).map((label) => selectOf(label, positions, text));
  }
  if (kind === "matching") {
    const matches = sorted(choices.map(({ match = "" }) => match));
    return choices.map((choice) => selectOf(choice.text, matches, text));
  }
  const input = element("input");
  input.type = "text";
  input.inputMode = kind === "numeric" ? "decimal" : "text";
  input.setAttribute("aria-label", text.yourAnswer);
  return [input];
}

/** In another order than the answer. */
const sorted = (values: readonly string[]): string[] => values.toSorted((one, other) => one.localeCompare(other));

function option(type: "radio" | "checkbox", name: string, { text: label }: Choice): HTMLElement {
  const input = element("input");
  input.type = type;
  input.name = name;
  return element("label", "option", input, element("span", "", label));
}

function selectOf(label: string, values: readonly string[], text: Texts): HTMLElement {
  const options = [text.choose, ...values].map((value) => element("option", "", value));
  return element("label", "option", element("span", "", label), element("select", "", ...options));
}

function answerOf({ kind, choices = [], accepted_answers: accepted = [] }: Question): string {
  if (kind === "ordering") return choices.map(({ text }, index) => `${index + 1}. ${text}`).join(" ");
  if (kind === "matching") return choices.map(({ text, match }) => `${text} → ${match}`).join("; ");
  const correct = choices.filter((choice) => choice.correct).map(({ text }) => text);
  return [...correct, ...accepted].join("; ");
}
