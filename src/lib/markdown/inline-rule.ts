/** A token of markdown-it, as far as rules write it. */
interface InlineToken {
  content: string;
  attrSet: (name: string, value: string) => void;
}

/** The parts of the inline state of markdown-it that rules use. */
interface InlineState {
  src: string;
  pos: number;
  posMax: number;
  md: { utils: { escapeHtml: (text: string) => string }; inline: { tokenize(state: InlineState): void } };
  push: (type: string, tag: string, nesting: -1 | 0 | 1) => InlineToken;
}

/** Recognizes a text at the position of the state. `isSilent`: without tokens. */
export type InlineRule = (state: InlineState, isSilent: boolean) => boolean;
