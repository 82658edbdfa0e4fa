import { answersOf, type GiftAnswer, hideEscapes, showEscapes } from "./gift-parts.ts";
import { choiceOf, type ReadProblem, type ReadQuestion, type ReadRow } from "./read-question.ts";

/** Names of the two answers of a true-false question, in the language of the course. */
interface Names {
  yes: string;
  no: string;
}

/**
 * Reads questions in GIFT, the text format of Moodle (https://docs.moodle.org/en/GIFT_format). Each character is looked
 * at a fixed number of times. A block that cannot be read does not end the import.
 */
export const readGift = (text: string, names: Names): ReadRow[] =>
  blocksOf(text).map(({ line, text: block }) => {
    const read = questionOf(hideEscapes(block), names);
    return typeof read === "string" ? { line, problem: read, text: block } : { line, question: read };
  });

interface Block {
  line: number;
  text: string;
}

/** Questions are separated by empty lines. Comments and categories are left out. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const plain = line.trim();
    if (plain.startsWith("//") || plain.startsWith("$CATEGORY:")) continue;
    if (plain === "") open = undefined;
    else if (open) open.text += `\n${line}`;
    else blocks.push((open = { line: index + 1, text: line }));
  }
  return blocks;
}

function questionOf(block: string, names: Names): ReadQuestion | ReadProblem {
  const from = block.indexOf("{");
  if (from === -1) return "description";
  const to = block.indexOf("}", from);
  if (to === -1) return "unclosed";
  const after = block.slice(to + 1).trim();
  const before = withoutTitle(block.slice(0, from));
  // A missing word has a text after its answers.
  const prompt = after === "" ? before : `${before} _____ ${after}`;
  const inner = block.slice(from + 1, to);
  const general = inner.indexOf("####");
  const explanation = general === -1 ? null : showEscapes(inner.slice(general + 4)).trim();
  const read = answered(general === -1 ? inner : inner.slice(0, general), names);
  if (typeof read === "string") return read;
  return {
    ...blank,
    ...read,
    promptMarkdown: showEscapes(prompt).trim(),
    explanation: explanation === "" ? null : explanation,
  };
}

const blank: ReadQuestion = {
  kind: "single",
  promptMarkdown: "",
  choices: [],
  acceptedAnswers: [],
  tolerance: null,
  points: 1,
  explanation: null,
};

/** The title names the question in Moodle only. Tags of texts in HTML are left out. */
function withoutTitle(text: string): string {
  const plain = text.trim();
  const end = plain.startsWith("::") ? plain.indexOf("::", 2) : -1;
  const rest = (end === -1 ? plain : plain.slice(end + 2)).trim();
  const [mark = "", format] = /^\[(html|markdown|moodle|plain)\]/.exec(rest) ?? [];
  const prompt = rest.slice(mark.length);
  return format === "html" ? prompt.replaceAll(/<[^<>]{1,500}>/g, "").trim() : prompt.trim();
}

type Answered = Partial<ReadQuestion> & Pick<ReadQuestion, "kind">;

function answered(block: string, { yes, no }: Names): Answered | ReadProblem {
  const text = block.trim();
  if (text === "") return "essay";
  if (text.startsWith("#")) return numeric(text.slice(1));
  const [, truth] = /^(TRUE|FALSE|T|F)\s*(?:#|$)/i.exec(text) ?? [];
  if (truth !== undefined) {
    const isTrue = truth.toUpperCase().startsWith("T");
    return { kind: "true_false", choices: [choiceOf(yes, isTrue), choiceOf(no, !isTrue)] };
  }
  const answers = answersOf(block).filter((answer) => answer.text !== "");
  if (answers.length === 0 || answers.some(({ sign }) => sign === "")) return "no_answers";
  if (answers.every((answer) => answer.sign === "=" && answer.text.includes("->"))) return matching(answers);
  if (answers.every(({ sign }) => sign === "=")) {
    const accepted = answers.filter(({ weight }) => weight === null || weight === 100);
    return accepted.length === 0
      ? "no_answers"
      : { kind: "short_text", acceptedAnswers: accepted.map((answer) => answer.text) };
  }
  const choices = answers.map((answer) =>
    choiceOf(answer.text, isRight(answer), { feedback: answer.feedback === "" ? null : answer.feedback }),
  );
  return { kind: choices.filter(({ correct }) => correct).length > 1 ? "multiple" : "single", choices };
}

const isRight = ({ sign, weight }: GiftAnswer): boolean => (weight === null ? sign === "=" : weight > 0);

function matching(answers: readonly GiftAnswer[]): Answered | ReadProblem {
  const pairs = answers.map((answer) => {
    const at = answer.text.indexOf("->");
    return [answer.text.slice(0, at).trim(), answer.text.slice(at + 2).trim()] as const;
  });
  if (pairs.some(([left, right]) => left === "" || right === "")) return "pair";
  return { kind: "matching", choices: pairs.map(([left, match]) => choiceOf(left, false, { match })) };
}

/** `3`, `3:0.5`, `2..4`, or several after `=`, of which those with all points count. */
function numeric(block: string): Answered | ReadProblem {
  const several = block.includes("=")
    ? answersOf(block).filter(({ sign, weight }) => sign === "=" && (weight === null || weight === 100))
    : [{ text: showEscapes(block.split("#", 1)[0] ?? "").trim() }];
  const read = several.map((answer) => numberOf(answer.text));
  const [first] = read;
  if (!first || read.some((one) => one === undefined || one.tolerance !== first.tolerance)) return "number";
  return {
    kind: "numeric",
    acceptedAnswers: read.flatMap((one) => one?.answer ?? []),
    tolerance: first.tolerance === 0 ? null : first.tolerance,
  };
}

function numberOf(text: string): { answer: string; tolerance: number } | undefined {
  const [, low, high] = /^(-?\d{1,15}(?:\.\d{1,15})?) *\.\. *(-?\d{1,15}(?:\.\d{1,15})?)$/.exec(text) ?? [];
  if (low !== undefined && high !== undefined) {
    const [from, to] = [Number(low), Number(high)];
    return { answer: String((from + to) / 2), tolerance: Math.abs(to - from) / 2 };
  }
  const [, answer, tolerance = "0"] =
    /^(-?\d{1,15}(?:\.\d{1,15})?)(?: *: *(\d{1,15}(?:\.\d{1,15})?))?$/.exec(text) ?? [];
  return answer === undefined ? undefined : { answer, tolerance: Number(tolerance) };
}
