import type { OlxBlock, OlxFolder } from "./olx-folder.ts";
import { elementsNamed } from "./xml.ts";

interface NumberQuestion {
  kind: "numeric";
  acceptedAnswers: string[];
  tolerance: number | null;
}

/** Reads `answer="3.14"`, with an absolute or percentage tolerance, or a range like `[5, 7)`. */
export function numberAnswer(olx: OlxFolder, block: OlxBlock): NumberQuestion[] | undefined {
  const { attributes } = block.element;
  const answer = (attributes["answer"] ?? "").trim();
  const more = elementsNamed(block.element, "additional_answer").map((one) => one.attributes["answer"]?.trim() ?? "");
  if (elementsNamed(block.element, "correcthint").length > 0) olx.warn(block, "hints for answers are left out");
  const range = /^([[(])([^,]+),([^,]+)([\])])$/.exec(answer);
  if (range) return inRange(olx, block, range);
  const texts = [answer, ...more];
  const numbers = texts.map(numberOf).filter((number) => number !== undefined);
  const [first] = numbers;
  if (first === undefined || numbers.length < texts.length) {
    olx.warn(block, `a question is left out because its answer is not a number: ${answer}`);
    return undefined;
  }
  const written = elementsNamed(block.element, "responseparam").find((one) => one.attributes["type"] === "tolerance");
  const tolerance = toleranceOf(written?.attributes["default"]?.trim() ?? "", first);
  if (tolerance === undefined) {
    olx.warn(block, `a question is left out because its tolerance is not a number: ${written?.attributes["default"]}`);
    return undefined;
  }
  if (numbers.length > 1 && written?.attributes["default"]?.includes("%")) {
    olx.warn(block, "the percentage tolerance of the first answer also applies to the others");
  }
  return [{ kind: "numeric", acceptedAnswers: numbers.map((number) => digits(number)), tolerance }];
}

function inRange(olx: OlxFolder, block: OlxBlock, [all, opens, from = "", to = "", closes]: RegExpExecArray) {
  const [low, high] = [numberOf(from.trim()), numberOf(to.trim())];
  if (low === undefined || high === undefined || high < low) {
    olx.warn(block, `a question is left out because its answer is not a range of numbers: ${all}`);
    return undefined;
  }
  if (opens === "(" || closes === ")") olx.warn(block, `the bounds of ${all} count as correct`);
  return [
    { kind: "numeric" as const, acceptedAnswers: [digits((low + high) / 2)], tolerance: exact((high - low) / 2) },
  ];
}

function numberOf(text: string): number | undefined {
  const number = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d{1,2})?$/i.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) && Math.abs(number) < 1e15 ? number : undefined;
}

function toleranceOf(text: string, answer: number): number | null | undefined {
  if (text === "") return null;
  const number = numberOf(text.endsWith("%") ? text.slice(0, -1).trimEnd() : text);
  if (number === undefined || number < 0) return undefined;
  return exact(text.endsWith("%") ? (Math.abs(answer) * number) / 100 : number);
}

/** Removes binary rounding errors: 0.1 + 0.2 is 0.3. */
const exact = (number: number): number => Number(number.toPrecision(12));

/** Formats without an exponent, and only with significant digits. */
function digits(number: number): string {
  const whole = Math.max(0, Math.ceil(Math.log10(Math.abs(number) || 1)));
  const text = exact(number).toFixed(15 - whole);
  return text.includes(".") ? text.replace(/\.?(?<!0)0+$/, "") : text;
}
