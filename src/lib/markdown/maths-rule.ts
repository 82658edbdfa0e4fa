/** The parts of the inline state of markdown-it that the rule uses. */
interface InlineState {
  src: string;
  pos: number;
  md: { utils: { escapeHtml: (text: string) => string } };
  push: (type: string, tag: string, nesting: 0) => { content: string };
}

/** Classes of code that is a formula in TeX. `typesetMaths` replaces it. */
const inlineMaths = "language-math";
const displayedMaths = "language-math-display";

/**
 * Recognizes formulas as GitHub writes them: $`x^2`$ in a line, and $$`x^2`$$ on a line of its own. Backticks keep the
 * TeX apart from Markdown, and dollar signs of prices stay text. A fenced block with the language `math` needs no rule.
 */
export function mathsRule(state: InlineState, isSilent: boolean): boolean {
  const { src, pos } = state;
  const marks = src.startsWith("$$`", pos) ? "$$" : src.startsWith("$`", pos) ? "$" : undefined;
  if (marks === undefined) return false;
  const begin = pos + marks.length + 1;
  const end = src.indexOf(`\`${marks}`, begin);
  const next = src.indexOf("`", begin);
  if (end <= begin || next !== end) return false;
  if (!isSilent) {
    const token = state.push("html_inline", "", 0);
    const tex = state.md.utils.escapeHtml(src.slice(begin, end));
    token.content = `<code class="${marks === "$" ? inlineMaths : displayedMaths}">${tex}</code>`;
  }
  state.pos = end + 1 + marks.length;
  return true;
}
