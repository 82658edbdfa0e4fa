import { isOneLine } from "./one-line.ts";

/** Returns why a text cannot serve as a displayed name, or undefined if it can. */
export function nameFlaw(text: string): string | undefined {
  if (!isOneLine(text)) return "holds control characters";
  if (hidden.test(withoutLegitimateJoiners(text))) return "holds invisible characters";
  if (!/[\p{L}\p{N}]/u.test(text.replace(hiddenGlobal, ""))) return "must contain a visible letter or digit";
  if (/\p{M}{6}/u.test(text.normalize("NFD"))) return "stacks too many marks on one letter";
  return undefined;
}

/**
 * Characters without a glyph: default ignorable code points (Unicode UAX #44), blanks that are not spaces (braille blank,
 * musical null notehead), format characters that only position others (annotation, object replacement, hieroglyphs),
 * and code points without an agreed glyph (unassigned, private use).
 */
const hiddenClass = String.raw`[\p{Default_Ignorable_Code_Point}\u2800\u{1d159}\ufff9-\ufffc\u{13430}-\u{1343f}\p{Cn}\p{Co}]`;
const hidden = new RegExp(hiddenClass, "u");
const hiddenGlobal = new RegExp(hiddenClass, "gu");

/** Scripts whose spelling requires ZWNJ or ZWJ between letters (RFC 5892 appendix A.1 and A.2, UAX #31 §2.3). */
const joining =
  "Arabic Syriac Mongolian Nko Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan".split(
    " ",
  );
const joiningLetter = `[${joining.map((script) => String.raw`\p{Script_Extensions=${script}}`).join("")}]`;
const betweenLetters = new RegExp(
  String.raw`(?<=(?=[\p{L}\p{M}])${joiningLetter})[\u200c\u200d](?=${joiningLetter})`,
  "gu",
);

/** A variation selector after an emoji, and a ZWJ between two of them (UTS #51). */
const emoji = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}?`;
const emojiParts = new RegExp(
  String.raw`(?<=${emoji})[\ufe0e\ufe0f]|(?<=[#*0-9])\ufe0f(?=\u20e3)|(?<=${emoji}\ufe0f?)\u200d(?=${emoji})`,
  "gu",
);

const withoutLegitimateJoiners = (text: string): string => text.replace(betweenLetters, "").replace(emojiParts, "");
