import { acceptedNumber } from "#domain/catalog/curriculum/quizzes/typed-answers/accepted-number.ts";
import { valueOfExpression } from "./arithmetic.ts";
import type { OlxBlock } from "./block.ts";
import type { OlxFolder } from "./olx-folder.ts";
import { elementsNamed } from "./xml.ts";

interface NumberQuestion {
  kind: "numeric";
  acceptedAnswers: string[];
  tolerance: number | null;
}

/** The tolerance of an answer without one (`default_tolerance` of Open edX). */
const defaultTolerance = "0.001%";

/** Reads `answer="3.14"`, with an absolute or percentage tolerance, or a range like `[5, 7)`. */
export function numberAnswer(olx: OlxFolder, block: OlxBlock): NumberQuestion[] | undefined {
  const answer = (block.element.attributes["answer"] ?? "").trim();
  const additionalAnswers = elementsNamed(block.element, "additional_answer").map(
    (one) => one.attributes["answer"]?.trim() ?? "",
  );
  const range = /^([[(])([^,]+),([^,]+)([\])])$/.exec(answer);
  if (range) {
    if (additionalAnswers.length > 0)
      olx.warn(block, `further answers are left out beside a range: ${additionalAnswers.join(", ")}`);
    return inRange(olx, block, range);
  }
  const value = valueOfExpression(answer);
  if (value === undefined) {
    olx.warn(block, `a question is left out because its answer is not a number: ${answer}`);
    return undefined;
  }
  const others = additionalAnswers.flatMap((text): [string, number][] => {
    const number = valueOfExpression(text);
    if (number === undefined) olx.warn(block, `a further answer is left out because it is not a number: ${text}`);
    return number === undefined ? [] : [[text, number]];
  });
  const written = elementsNamed(block.element, "responseparam").find(
    ({ attributes }) => attributes["type"] === "tolerance",
  );
  const tolerance = written?.attributes["default"]?.trim() || defaultTolerance;
  const difference = toleranceOf(tolerance, value);
  if (difference === undefined) {
    olx.warn(block, `a question is left out because its tolerance is not a number: ${tolerance}`);
    return undefined;
  }
  if (others.length > 0 && written && tolerance.includes("%")) {
    olx.warn(block, "the percentage tolerance of the first answer also applies to the others");
  }
  const accepted = [[answer, value] as const, ...others].map(([text, number]) =>
    difference === null ? withoutRounding(text, number) : decimal(text, number),
  );
  return [{ kind: "numeric", acceptedAnswers: [...new Set(accepted)], tolerance: difference }];
}

function inRange(olx: OlxFolder, block: OlxBlock, [all, opens, from = "", to = "", closes]: RegExpExecArray) {
  const [low, high] = [valueOfExpression(from), valueOfExpression(to)];
  if (low === undefined || high === undefined || high < low) {
    olx.warn(block, `a question is left out because its answer is not a range of numbers: ${all}`);
    return undefined;
  }
  if (opens === "(" || closes === ")") olx.warn(block, `the bounds of ${all} count as correct`);
  const middle = exact((low + high) / 2);
  return [{ kind: "numeric" as const, acceptedAnswers: [decimal("", middle)], tolerance: exact((high - low) / 2) }];
}

/** Returns the absolute difference that an answer may have; null for none. */
function toleranceOf(text: string, answer: number): number | null | undefined {
  const isRelative = text.endsWith("%");
  const number = valueOfExpression(isRelative ? text.slice(0, -1) : text);
  if (number === undefined || number < 0) return undefined;
  const difference = exact(isRelative ? (Math.abs(answer) * number) / 100 : number);
  return difference === 0 ? null : difference;
}

/** Removes binary rounding errors: 0.1 + 0.2 is 0.3. */
const exact = (number: number): number => Number(number.toPrecision(12));

/** Digits before and after the decimal point that a plain number has at most. */
const maxDigits = 15;

/** A number as it is written, without an exponent unless it needs one. */
function decimal(written: string, value: number): string {
  const isPlain = /^[+-]?[\d.]+(e[+-]?\d+)?$/i.test(written) && !Number.isNaN(Number(written));
  const plain = plainDecimal(isPlain ? written : String(exact15(value)));
  const [whole = "", fraction = ""] = plain.replace("-", "").split(".");
  if (whole.length <= maxDigits && fraction.length <= maxDigits) return plain;
  // A long fraction is rounded, as long as digits remain that count.
  const rounded = withoutZeros(value.toFixed(maxDigits));
  const isNear = Math.abs(Number(rounded) - value) <= Math.abs(value) * 1e-9;
  return whole.length <= maxDigits && isNear ? rounded : exact15(value).toExponential().replace("+", "");
}

/** Keeps a fraction such as 1/30000 where its decimals would differ. */
function withoutRounding(written: string, value: number): string {
  const plain = decimal(written, value);
  return Number(plain) !== value && written.includes("/") && acceptedNumber(written) === value ? written : plain;
}

const exact15 = (number: number): number => Number(number.toPrecision(maxDigits));

/** Moves the decimal point of a written number instead of calculating: `3.00E8` is `300000000`. */
function plainDecimal(written: string): string {
  const [mantissa = "", exponent = "0"] = written.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace(/^[+-]/, "").split(".");
  const shift = Number(exponent);
  if (Math.abs(shift) > 400) return written;
  const digits = whole + fraction;
  const point = whole.length + shift;
  const length = digits.length - Math.min(0, point - 1);
  const padded = point > digits.length ? digits.padEnd(point, "0") : digits.padStart(length, "0");
  const at = Math.max(point, 1);
  const before = padded.slice(0, at).replace(/^0+(?=\d)/, "");
  return withoutZeros(`${mantissa.startsWith("-") ? "-" : ""}${before}.${padded.slice(at)}`);
}

/** Removes zeros at the end of a fraction, and its point if nothing remains. */
function withoutZeros(number: string): string {
  let end = number.length;
  while (number[end - 1] === "0") end--;
  return number.slice(0, number[end - 1] === "." ? end - 1 : end);
}
