import { slugOf } from "./slug-of.ts";

/** Characters of the longest highlighted text and of the longest link: the search for an end stays short. */
const maxLength = 500;

/** Before these, `==` compares and `[[` indexes in prose about code. Scripts without spaces are not among them. */
const joins = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}_)\]=]/u;

/** Highlights a text as Obsidian writes it: `==important==`. `a==b` stays as it is. */
export const highlightRule: InlineRule = (state, isSilent) => {
  const { src, pos, posMax } = state;
  if (!src.startsWith("==", pos) || joins.test(src.charAt(pos - 1))) return false;
  const length =
    /^[^\s=](?:[^=\n]*[^\s=\n])?(?===(?!=))/u.exec(src.slice(pos + 2, pos + 2 + maxLength))?.[0].length ?? 0;
  const end = pos + 2 + length;
  if (length === 0 || end + 2 > posMax || joins.test(src.charAt(end + 2))) return false;
  if (!isSilent) {
    state.push("mark_open", "mark", 1);
    state.pos = pos + 2;
    state.posMax = end;
    state.md.inline.tokenize(state);
    state.push("mark_close", "mark", -1);
  }
  state.pos = end + 2;
  state.posMax = posMax;
  return true;
};

/**
 * Shows a link between notes of Obsidian by its text, because the notes are elsewhere: `[[Note]]`, `[[Note|text]]`. One
 * to a heading of this text leads there: `[[#Heading]]`. `list[[1]]` and `[[1, 2]]` stay as they are.
 */
export const wikiLinkRule: InlineRule = (state, isSilent) => {
  const { src, pos } = state;
  if (!src.startsWith("[[", pos) || joins.test(src.charAt(pos - 1)) || src.charAt(pos - 1) === "!") return false;
  const [whole = "", note = "", heading = "", text] =
    /^\[\[([^[\]|#\n]*)(?:#([^[\]|#\n]+))?(?:\|([^[\]|\n]+))?\]\](?![([])/u.exec(src.slice(pos, pos + maxLength)) ?? [];
  if (!/\p{L}/u.test(note + heading)) return false;
  if (!isSilent) {
    const isHere = note.trim() === "";
    if (isHere) state.push("link_open", "a", 1).attrSet("href", `#${slugOf(heading)}`);
    state.push("text", "", 0).content = text ?? (isHere ? heading : [note, heading].filter((part) => part).join(" > "));
    if (isHere) state.push("link_close", "a", -1);
  }
  state.pos = pos + whole.length;
  return true;
};

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
type InlineRule = (state: InlineState, isSilent: boolean) => boolean;
