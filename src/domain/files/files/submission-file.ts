import * as z from "zod";
import type { Context } from "#domain/platform/context.ts";
import { Id } from "#domain/platform/ids.ts";
import { untrusted } from "#lib/wire/untrusted.ts";
import { fileAddress } from "./file-address.ts";

/** A file of a submission or of a form response. It belongs to exactly one of them. */
export const SubmissionFile = z
  .object({
    id: Id("file"),
    filename: untrusted(z.string()),
    contentType: z.string().meta({ description: "Detected from the content" }),
    byteSize: z.number().int().min(0),
    url: untrusted(z.string().meta({ description: "Signed, valid for at least one hour" })),
  })
  .meta({ id: "SubmissionFile" });

type StoredFile = Omit<z.output<typeof SubmissionFile>, "url">;

/** Adds an address to each file. The caller must have checked access to the resource that the files belong to. */
export const addressed = (context: Pick<Context, "site" | "now" | "storage">, files: readonly StoredFile[]) =>
  files.map((file) => ({ ...file, url: fileAddress(context, { id: file.id, visibility: "private" }) }));
