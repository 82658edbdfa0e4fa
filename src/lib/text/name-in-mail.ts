/** Code points. Longer names are truncated. */
const maxLength = 60;

/** URLs with a scheme or path, and texts that mail programs turn into links. */
const address =
  /(?<![\p{L}\d+.-])[\p{L}\d+.-]+:\/\/\S*|\b(?:mailto|tel|javascript|data):\S*|\bwww[.。]\S*|(?<!\S)\S+@\S+/giu;
/** `evil.example`, in any script (RFC 3490 §3.1 lists the dots). */
const domain = /(?<![\p{L}\p{N}-])(?:[\p{L}\p{N}-]+[.。．｡])+\p{L}{2,}(?:[/:?#]\S*)?/gu;

/**
 * Formats a name chosen by users for emails to strangers: one short line without links, control characters or
 * invisible characters. Mail programs turn a domain into a link, so its dots become spaces unless it is `host`. Empty
 * names become `host`.
 */
export function nameInMail(name: string, host: string): string {
  const plain = name
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu, "")
    .replaceAll(address, " ")
    .replaceAll(domain, (found) => withoutLink(found, host))
    .replaceAll(/\s+/g, " ")
    .trim();
  const points = [...plain];
  const short =
    points.length > maxLength
      ? `${points
          .slice(0, maxLength - 1)
          .join("")
          .trimEnd()}…`
      : plain;
  return /[\p{L}\p{N}]/u.test(short) ? short : host;
}

function withoutLink(found: string, host: string): string {
  if (found.toLowerCase() === host.toLowerCase()) return found;
  return /[/:?#]/.test(found) ? " " : found.replaceAll(/[.。．｡]/g, " ");
}
