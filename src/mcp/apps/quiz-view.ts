import type { App } from "./document.ts";

/** Shows a quiz to staff as its students see it, and the correct answers on request. It saves nothing. */
const script = `
function show({ questions, truncated, pass_percent: pass, attempts_allowed: attempts, time_limit_seconds: limit }, text, locale) {
  const number = new Intl.NumberFormat(locale);
  const facts = [
    truncated || !questions ? "" : (questions.length === 1 ? text.question : text.questions).replace("{count}", number.format(questions.length)),
    pass === undefined ? "" : text.pass.replace("{percent}", number.format(pass)),
    attempts ? text.attempts.replace("{count}", number.format(attempts)) : "",
    limit ? text.limit.replace("{minutes}", number.format(Math.ceil(limit / 60))) : "",
  ];
  const list = element("ol", "questions", ...(questions ?? []).map((question, index) => questionOf(question, index, text)));
  const toggle = element("button", "button", text.showAnswers);
  toggle.type = "button";
  toggle.setAttribute("aria-pressed", "false");
  toggle.addEventListener("click", () => {
    const isShown = list.classList.toggle("answered");
    toggle.setAttribute("aria-pressed", String(isShown));
    toggle.textContent = isShown ? text.hideAnswers : text.showAnswers;
    for (const answer of list.querySelectorAll("[data-answer]")) answer.hidden = !isShown;
  });
  return [element("div", "body", element("h1", "", text.title), element("p", "facts", facts.filter(Boolean).join(" · ")), list, element("div", "actions", toggle))];
}

function questionOf(question, index, text) {
  const { kind, prompt_markdown: prompt, choices = [], accepted_answers: accepted = [], explanation, points } = question;
  const answer = element("div", "answer", element("p", "", element("strong", "", text.correct), " ", answerOf(kind, choices, accepted)), explanation ? element("p", "detail", explanation) : undefined);
  answer.dataset.answer = "";
  answer.hidden = true;
  const legend = element("legend", "", index + 1 + ". " + (prompt ?? ""), element("span", "points", " " + (points === 1 ? text.point : text.points).replace("{count}", points ?? 0)));
  return element("li", "", element("fieldset", "", legend, ...inputsOf(kind, choices, "question-" + index, text)), answer);
}

function inputsOf(kind, choices, name, text) {
  if (kind === "single" || kind === "true_false") return choices.map((choice) => option("radio", name, choice));
  if (kind === "multiple") return choices.map((choice) => option("checkbox", name, choice));
  if (kind === "ordering") return sorted(choices, "text").map(({ text: label }) => selectOf(label, choices.map((_, place) => String(place + 1)), text));
  if (kind === "matching") return choices.map(({ text: label }) => selectOf(label, sorted(choices, "match").map(({ match }) => match), text));
  const input = element("input");
  input.type = "text";
  input.inputMode = kind === "numeric" ? "decimal" : "text";
  input.setAttribute("aria-label", text.yourAnswer);
  return [input];
}

/** In another order than the answer. */
const sorted = (choices, key) => [...choices].sort((one, other) => String(one[key]).localeCompare(String(other[key])));

function option(type, name, { text: label }) {
  const input = element("input");
  input.type = type;
  input.name = name;
  return element("label", "option", input, element("span", "", label));
}

function selectOf(label, values, text) {
  const select = element("select", "", element("option", "", text.choose), ...values.map((value) => element("option", "", value)));
  return element("label", "option", element("span", "", label), select);
}

function answerOf(kind, choices, accepted) {
  if (kind === "ordering") return choices.map(({ text }, place) => place + 1 + ". " + text).join(" ");
  if (kind === "matching") return choices.map(({ text, match }) => text + " → " + match).join("; ");
  const correct = choices.filter((choice) => choice.correct).map(({ text }) => text);
  return [...correct, ...accepted].join("; ");
}
`;

export const quizView: App = {
  name: "quiz",
  title: "Quiz",
  hasImages: false,
  texts: ({ failed, part, quiz }) => ({ failed, part, ...quiz }),
  script,
};
