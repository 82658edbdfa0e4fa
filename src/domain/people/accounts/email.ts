/** Normalizes addresses for comparison: NFC and lower case. Different keys mean different people. */
export const emailKey = (email: string) => email.normalize("NFC").toLowerCase().normalize("NFC");

/**
 * Returns whether the text is a valid address: RFC 5321 §4.5.3.1 for the lengths, RFC 6531 for characters beyond
 * ASCII. Rejects quoted local parts and address literals, as browsers do.
 */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf("@");
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  const lengths = at > 0 && text.length <= 254 && local.length <= 64;
  return lengths && localPart.test(local) && domain.split(".").every((part) => label.test(part));
}

const localPart = /^(?!\.)(?!.*\.\.)(?!.*\.$)[\p{L}\p{N}\p{M}.!#$%&'*+/=?^_`{|}~-]+$/u;
const label = /^(?!-)[\p{L}\p{N}\p{M}-]{1,63}(?<!-)$/u;
