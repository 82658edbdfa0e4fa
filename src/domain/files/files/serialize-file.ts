import type { Context } from "#domain/platform/context.ts";
import type { FileRow, ManagedPurpose } from "./file.ts";
import { fileAddress } from "./file-address.ts";

export function serializeFile(context: Context, file: FileRow) {
  return {
    ...file,
    // Files of other purposes appear only with their owner.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Operations on files find managed files only.
    purpose: file.purpose as ManagedPurpose,
    object: "file" as const,
    sha256: file.sha256.toString("hex"),
    url: fileAddress(context, file),
    variants: file.variants.map((variant) => ({ ...variant, url: fileAddress(context, file, variant.name) })),
  };
}
