import { parentPort } from "node:worker_threads";
import { addressResolver } from "../css/address-policy.ts";
import { cleanHtml, renderComment, renderMarkdown } from "../markdown/engine.ts";
import { LimitExceeded } from "../markdown/limits.ts";
import { plainText } from "../text/plain-text.ts";
import { readingMinutes } from "../text/reading-minutes.ts";
import type { CleanOf, CssSource, Refused, Source, SvgSource, YamlLinesSource, YamlSource } from "./sources.ts";

async function cleaned(source: Source): Promise<CleanOf<Source>> {
  if (source.form === "css") return cleanedCss(source);
  if (source.form === "svg") return cleanedSvg(source);
  if (source.form === "report") return (await import("./parse-report.ts")).parseReport(source.bytes);
  if (source.form === "yaml" || source.form === "yaml_lines") return parsedYaml(source);
  const { form, text, host } = source;
  try {
    if (form === "comment") return { html: renderComment(text), readingMinutes: 1 };
    const cleanedHtml = form === "markdown" ? renderMarkdown(text, host) : cleanHtml(text, host);
    const html = cleanedHtml.includes('"language-math') ? await typeset(cleanedHtml) : cleanedHtml;
    return { html, readingMinutes: readingMinutes(plainText(html)) };
  } catch (error) {
    if (error instanceof LimitExceeded) return { refusal: error.refusal };
    throw error;
  }
}

// Formulas and other documents are rare: their parsers are loaded with the first one.

const typeset = async (html: string): Promise<string> =>
  (await import("../markdown/typeset-maths.ts")).typesetMaths(html);

async function cleanedCss({ text, policy }: CssSource): Promise<CleanOf<CssSource>> {
  const [{ cleanCss }, { UnreadableCss }] = await Promise.all([
    import("../css/clean-css.ts"),
    import("../css/tokenize-css.ts"),
  ]);
  return orUnreadable(UnreadableCss, () => cleanCss(text, addressResolver(policy)));
}

async function cleanedSvg({ bytes }: SvgSource): Promise<CleanOf<SvgSource>> {
  const { cleanSvg, UnusableSvg } = await import("../svg/clean-svg.ts");
  return orUnreadable(UnusableSvg, () => cleanSvg(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
}

async function parsedYaml(source: YamlSource | YamlLinesSource): Promise<CleanOf<YamlSource | YamlLinesSource>> {
  const { parseYaml, yamlLines } = await import("./parse-yaml.ts");
  return source.form === "yaml" ? parseYaml(source.text) : { lines: yamlLines(source.text, source.paths) };
}

function orUnreadable<Result>(refusal: new (message: string) => Error, clean: () => Result): Result | Refused {
  try {
    return clean();
  } catch (error) {
    if (!(error instanceof refusal)) throw error;
    return { refusal: { code: "unreadable", detail: error.message } };
  }
}

async function answer(sources: readonly Source[]): Promise<void> {
  const results: CleanOf<Source>[] = [];
  for (const source of sources) results.push(await cleaned(source));
  parentPort?.postMessage(results);
}

parentPort?.on("message", (sources: readonly Source[]) => void answer(sources));
parentPort?.postMessage("ready");
