import type { Context } from "#domain/platform/context.ts";
import { storageOf } from "#domain/platform/storage/storage.ts";
import { macOf } from "#lib/secrets/mac.ts";
import { acceptedKeys } from "#lib/secrets/previous-keys.ts";
import { digest, matches } from "#lib/secrets/secret.ts";

type Signing = Pick<Context, "site" | "storage">;

/** The part of a voucher that its link depends on. A higher number is a new link. */
export interface LinkedVoucher {
  id: string;
  linkNumber: number;
  /** Null: the link was ended. */
  linkDigest: Buffer | null;
}

/**
 * Returns the digest of a link. The secret itself is a MAC, which is not stored: the pages of the buyer and the emails
 * compute it again.
 */
export const digestOfLink = (context: Signing, voucher: Omit<LinkedVoucher, "linkDigest">): Buffer =>
  digest(secretOf(storageOf(context).key, context, voucher));

/** Returns the address of a voucher. Null if its link was ended, or made by another installation with another key. */
export function addressOfVoucher(context: Signing, voucher: LinkedVoucher): string | null {
  const { linkDigest } = voucher;
  if (linkDigest === null) return null;
  const secrets = acceptedKeys(storageOf(context).key).map((key) => secretOf(key, context, voucher));
  const secret = secrets.find((each) => matches(each, linkDigest));
  return secret === undefined ? null : `${context.site.origin}${voucherPath(secret)}`;
}

export const voucherPath = (link: string): string => `/redeem?link=${encodeURIComponent(link)}`;

const secretOf = (key: Buffer, { site }: Signing, { id, linkNumber }: Omit<LinkedVoucher, "linkDigest">): string =>
  `lgf_${macOf(key, `voucher\n${site.id}\n${id}\n${linkNumber}`).toString("base64url")}`;
