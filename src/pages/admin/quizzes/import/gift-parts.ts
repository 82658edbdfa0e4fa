/** A part of an answer block of GIFT: `=` or `~`, the text, and the feedback after `#`. */
export interface GiftAnswer {
  sign: "=" | "~" | "";
  text: string;
  /** Percent of the points, as in `%50%`. Null: not said. */
  weight: number | null;
  feedback: string;
}

/** Stands for an escaped character while signs are looked for. Such characters have no meaning in texts. */
const escapedFrom = 0xf0000;

/** Hides characters after a backslash, so that they are no signs. */
export function hideEscapes(text: string): string {
  let hidden = "";
  for (let index = 0; index < text.length; index++) {
    const next = text[index + 1];
    if (text[index] !== "\\" || next === undefined || !":~=#{}n\\".includes(next)) hidden += text[index] ?? "";
    else {
      hidden += next === "n" ? "\n" : String.fromCodePoint(escapedFrom + next.charCodeAt(0));
      index++;
    }
  }
  return hidden;
}

export const showEscapes = (text: string): string =>
  text.replaceAll(/[\u{F0000}-\u{F007F}]/gu, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - escapedFrom));

/** Splits an answer block at its signs, in one pass. */
export function answersOf(block: string): GiftAnswer[] {
  const answers: { sign: GiftAnswer["sign"]; from: number; to: number }[] = [];
  let open: (typeof answers)[number] = { sign: "", from: 0, to: 0 };
  for (let index = 0; index <= block.length; index++) {
    const sign = block[index];
    if (sign !== "=" && sign !== "~" && index < block.length) continue;
    open.to = index;
    answers.push(open);
    open = { sign: sign === "~" ? "~" : "=", from: index + 1, to: block.length };
  }
  return answers
    .map(({ sign, from, to }) => answerOf(sign, block.slice(from, to)))
    .filter(({ sign, text, feedback }) => sign !== "" || text !== "" || feedback !== "");
}

function answerOf(sign: GiftAnswer["sign"], part: string): GiftAnswer {
  const at = part.indexOf("#");
  const [whole, feedback] = at === -1 ? [part, ""] : [part.slice(0, at), part.slice(at + 1)];
  const [matched = "", weight] = /^\s*%(-?\d{1,3}(?:\.\d{1,7})?)%/.exec(whole) ?? [];
  return {
    sign,
    text: showEscapes(whole.slice(matched.length)).trim(),
    weight: weight === undefined ? null : Number(weight),
    feedback: showEscapes(feedback).trim(),
  };
}
