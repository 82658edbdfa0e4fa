import type { AddressPolicy } from "#lib/css/address-policy.ts";
import type { CleanCss } from "#lib/css/clean-css.ts";
import type { TextRefusal } from "#lib/markdown/limits.ts";
import type { Rendering, SourceText } from "#lib/markdown/source-text.ts";
import type { ParsedReport } from "./parse-report.ts";
import type { BrokenYaml, ParsedYaml } from "./parse-yaml.ts";

export interface CssSource {
  form: "css";
  text: string;
  policy: AddressPolicy;
}

export interface SvgSource {
  form: "svg";
  bytes: Uint8Array;
}

export interface YamlSource {
  form: "yaml";
  text: string;
}

/** Values of a YAML document whose lines are needed for error messages. */
export interface YamlLinesSource {
  form: "yaml_lines";
  text: string;
  paths: readonly (readonly (string | number)[])[];
}

/** A message with a report about a mail, as its bytes. */
interface ReportSource {
  form: "report";
  bytes: Uint8Array;
}

/** A rewritten drawing and its size in pixels. */
export interface CleanedSvg {
  bytes: Uint8Array;
  width: number | null;
  height: number | null;
}

/** A text of an untrusted author. */
export type Source = SourceText | CssSource | SvgSource | YamlSource | YamlLinesSource | ReportSource;

export interface Refused {
  refusal: Pick<TextRefusal, "detail"> & { code: TextRefusal["code"] | "unreadable" };
}

/** The harmless form of a text. */
export type CleanOf<Of extends Source> = Of extends SourceText
  ? Rendering
  :
      | Refused
      | (Of extends CssSource
          ? CleanCss
          : Of extends SvgSource
            ? CleanedSvg
            : Of extends YamlSource
              ? ParsedYaml | BrokenYaml
              : Of extends YamlLinesSource
                ? { lines: number[] }
                : Of extends ReportSource
                  ? ParsedReport
                  : never);
