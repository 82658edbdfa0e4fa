import katex from "katex";
import { LimitExceeded, markdownLimits } from "./limits.ts";

/** Formulas in sanitized HTML: TeX in code of the language `math`, in a block of its own or in a line. */
const formula =
  /<pre><code class="language-math">([^<]*)<\/code><\/pre>|<code class="language-math(-display)?">([^<]*)<\/code>/g;

/** Longer than any formula that a page can show. */
const maxTex = 5000;

/**
 * Replaces the formulas in sanitized HTML by MathML. Presentation with MathML needs neither scripts nor inline styles,
 * which the content security policy of the pages forbids. A formula with an error stays as its TeX.
 */
export function typesetMaths(html: string): string {
  let count = 0;
  const typeset = html.replaceAll(
    formula,
    (written, block: string | undefined, display: string | undefined, line: string | undefined) => {
      if (++count > markdownLimits.formulas) throw new LimitExceeded("too_many_formulas");
      const tex = unescaped(block ?? line ?? "").trim();
      return tex === "" || tex.length > maxTex ? written : (mathMl(tex, line === undefined || display) ?? written);
    },
  );
  if (typeset.length > markdownLimits.output) throw new LimitExceeded("too_much_output");
  return typeset;
}

function mathMl(tex: string, displayMode: boolean | string | undefined): string | undefined {
  try {
    const html = katex.renderToString(tex, {
      output: "mathml",
      displayMode: Boolean(displayMode),
      throwOnError: true,
      strict: "ignore",
      trust: false,
      maxExpand: 200,
      maxSize: 20,
    });
    const [math] = /<math[^]*<\/math>/.exec(html) ?? [];
    return math?.replace(/<annotation[^]*<\/annotation>/, "").replaceAll(/ style="[^"]*"/g, "");
  } catch (error) {
    if (error instanceof katex.ParseError) return undefined;
    throw error;
  }
}

/** The entities that a sanitizer leaves escaped, the ampersand last. */
const unescaped = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
