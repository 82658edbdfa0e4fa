import type { Rendering, SourceText } from "#lib/markdown/source-text.ts";
import { mustGet } from "#lib/collections/must-get.ts";
import { zip } from "#lib/zip/zip.ts";

const keyOf = ({ form, text }: SourceText): string => `${form}:${text}`;

/** The renderings of one request's texts, by source. */
export class Renderings {
  readonly #byKey: ReadonlyMap<string, Rendering>;
  readonly hasRefusals: boolean;

  private constructor(byKey: ReadonlyMap<string, Rendering>) {
    this.#byKey = byKey;
    this.hasRefusals = [...byKey.values()].some((rendering) => "refusal" in rendering);
  }

  static of(sources: readonly SourceText[], renderings: readonly Rendering[]): Renderings {
    return new Renderings(new Map(zip(sources.map(keyOf), renderings)));
  }

  get(source: SourceText): Rendering | undefined {
    return this.#byKey.get(keyOf(source));
  }

  /** Returns the rendering of one of the texts. */
  of(source: SourceText): Rendering {
    return mustGet(this.#byKey, keyOf(source));
  }

  and(others: Renderings | undefined): Renderings {
    return others ? new Renderings(new Map([...others.#byKey, ...this.#byKey])) : this;
  }
}
