import type { Rendering, SourceText } from "#lib/markdown/source-text.ts";

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
    return new Renderings(new Map(sources.map((source, index) => [keyOf(source), renderings[index]!])));
  }

  get(source: SourceText): Rendering | undefined {
    return this.#byKey.get(keyOf(source));
  }

  and(others: Renderings | undefined): Renderings {
    return others ? new Renderings(new Map([...others.#byKey, ...this.#byKey])) : this;
  }
}
