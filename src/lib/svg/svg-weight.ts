import { type CSSToken, TokenType } from "@csstools/css-tokenizer";
import { tokenizeCss } from "#lib/css/tokenize-css.ts";
import { type SvgElement, textOf, UnusableSvg } from "./svg-tree.ts";

/**
 * Maximum number of rendered elements, counting each reference again: a few lines can expand to billions (billion
 * laughs).
 */
const maxDrawn = 50_000;
const maxChain = 32;

/** Throws `UnusableSvg` if drawing the picture costs much more than its size suggests, or never ends. */
export function requireLight(root: SvgElement): void {
  const elements = [...descendants(root)];
  const elementsById = new Map<string, SvgElement>();
  for (const element of elements) {
    const id = element.attributes.get("id");
    if (id !== undefined && !elementsById.has(id)) elementsById.set(id, element);
  }
  const styles = elements.filter(({ name }) => name === "style").map(textOf);
  const rules = readRules(styles.join("\n"), elementsById);
  const weights = new Map<string, number>();
  const chain: string[] = [];
  weigh(root);

  function weigh(element: SvgElement): number {
    // The number of gradient stops does not affect the cost.
    let weight = element.name === "stop" ? 0 : 1;
    const add = (more: number) => {
      weight += more;
      if (weight > maxDrawn) throw new UnusableSvg("Its elements refer to each other too often.");
    };
    for (const child of element.children) if (typeof child !== "string") add(weigh(child));
    for (const id of ownReferences(element)) {
      if (chain.includes(id)) throw new UnusableSvg(`The element #${id} refers to itself.`);
      add(weighTarget(id));
    }
    // Matching of style rules is approximate: skip cycles, which only result from overestimation.
    for (const id of styleReferences(element)) if (!chain.includes(id)) add(weighTarget(id));
    return weight;
  }

  function weighTarget(id: string): number {
    const target = elementsById.get(id);
    if (!target) return 0;
    let weight = weights.get(id);
    if (weight === undefined) {
      if (chain.length >= maxChain) throw new UnusableSvg("Its elements refer to each other too deeply.");
      chain.push(id);
      weight = weigh(target);
      chain.pop();
      weights.set(id, weight);
    }
    return weight;
  }

  function styleReferences({ attributes }: SvgElement): Set<string> {
    const classes = new Set(attributes.get("class")?.split(/\s+/));
    return new Set([...rules.everywhere, ...[...classes].flatMap((name) => [...(rules.ofClass.get(name) ?? [])])]);
  }
}

function* descendants(element: SvgElement): Generator<SvgElement> {
  yield element;
  for (const child of element.children) if (typeof child !== "string") yield* descendants(child);
}

function ownReferences({ attributes }: SvgElement): Set<string> {
  const ids = new Set<string>();
  for (const [name, value] of attributes) {
    if (name === "href") ids.add(value.slice(1));
    else if (value.includes("url(")) for (const id of addressesIn(value)) ids.add(id);
  }
  return ids;
}

const addressesIn = (css: string): string[] => tokenizeCss(css).flatMap((token) => fragmentIn(token) ?? []);

/** Returns the id in `url("#…")`, in the format of `cleanCss`, or in a string of `image-set()`. */
const fragmentIn = (token: CSSToken): string | undefined =>
  token[0] === TokenType.String && token[4].value.startsWith("#") ? token[4].value.slice(1) : undefined;

interface Rules {
  /** References of elements, by class. */
  ofClass: Map<string, Set<string>>;
  /** References of any element, from rules with other selectors than a class. */
  everywhere: Set<string>;
}

/** Collects the existing elements that rules refer to. */
function readRules(css: string, elementsById: ReadonlyMap<string, unknown>): Rules {
  const rules: Rules = { ofClass: new Map(), everywhere: new Set() };
  let prelude = "";
  let selectors = "";
  for (const token of tokenizeCss(css)) {
    const id = fragmentIn(token);
    if (id !== undefined && elementsById.has(id)) for (const set of setsFor(rules, selectors)) set.add(id);
    const [type, text] = token;
    if (type === TokenType.OpenCurly) selectors = prelude.trim();
    const isEnd = type === TokenType.OpenCurly || type === TokenType.CloseCurly || type === TokenType.Semicolon;
    prelude = isEnd ? "" : prelude + text;
  }
  return rules;
}

function setsFor({ ofClass, everywhere }: Rules, selectors: string): Set<string>[] {
  const names = selectors.split(",").map((selector) => /^\s*\.([\w-]+)\s*$/.exec(selector)?.[1]);
  return names.map((name) => {
    if (name === undefined) return everywhere;
    const set = ofClass.get(name) ?? new Set();
    ofClass.set(name, set);
    return set;
  });
}
