import type { XmlElement } from "./xml.ts";

type Node = XmlElement | string;

/** Delimiters of formulas in TeX, as the pages of Open edX recognize them. */
const delimiters: readonly [begin: string, end: string, isDisplayed: boolean][] = [
  ["\\(", "\\)", false],
  ["\\[", "\\]", true],
  ["[mathjaxinline]", "[/mathjaxinline]", false],
  ["[mathjax]", "[/mathjax]", true],
];

const inLine = "language-math";
const displayed = "language-math-display";

/** Elements whose text is shown as it is. */
const verbatim = new Set(["pre", "code", "kbd", "samp", "math"]);

/** Turns formulas in the texts of a tree into code of the language `math`, which pages show as formulas. */
export function withMaths(element: XmlElement): XmlElement {
  if (verbatim.has(element.name)) return element;
  const children = element.children.flatMap((child): Node[] =>
    typeof child === "string" ? formulasIn(child, element.line) : [withMaths(child)],
  );
  return { ...element, children };
}

function formulasIn(text: string, line: number): Node[] {
  const nodes: Node[] = [];
  let remainingText = text;
  for (let formula = firstFormula(remainingText); formula; formula = firstFormula(remainingText)) {
    if (formula.begin > 0) nodes.push(remainingText.slice(0, formula.begin));
    const attributes = { class: formula.isDisplayed ? displayed : inLine };
    nodes.push({ name: "code", attributes, children: [formula.tex], line });
    remainingText = remainingText.slice(formula.end);
  }
  return remainingText === "" ? nodes : [...nodes, remainingText];
}

interface Formula {
  begin: number;
  end: number;
  tex: string;
  isDisplayed: boolean;
}

function firstFormula(text: string): Formula | undefined {
  const formulas = delimiters.flatMap(([open, close, isDisplayed]): Formula[] => {
    const begin = text.indexOf(open);
    const end = begin === -1 ? -1 : text.indexOf(close, begin + open.length);
    if (end === -1) return [];
    const tex = text
      .slice(begin + open.length, end)
      .replaceAll(/\s+/g, " ")
      .trim();
    return [{ begin, end: end + close.length, tex, isDisplayed }];
  });
  return formulas.toSorted((one, other) => one.begin - other.begin)[0];
}

export const isFormula = ({ name, attributes }: XmlElement): boolean =>
  name === "code" && (attributes["class"] === inLine || attributes["class"] === displayed);

/** The formula in Markdown. Backticks would end it. */
export function formulaMarkdown({ attributes, children }: XmlElement): string {
  const texts = children.filter((child) => typeof child === "string");
  const tex = texts.join("").replaceAll("`", "'");
  const marks = attributes["class"] === displayed ? "$$" : "$";
  return tex === "" ? "" : `${marks}\`${tex}\`${marks}`;
}
