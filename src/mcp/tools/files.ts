import * as z from "zod";
import { createFile } from "#domain/files/files/create-file.ts";
import { completeUpload } from "#domain/files/files/uploads/complete-upload.ts";
import { ReceivedFile } from "#domain/platform/input/received-file.ts";
import { startUpload } from "#domain/files/files/uploads/start-upload.ts";
import { validationFailed } from "#domain/platform/problem.ts";
import { adds, sets, writeTool, writeToolOf } from "../definition/make-tool.ts";
import type { Invocation, Tool } from "../definition/tool.ts";

type Input = Record<string, unknown>;

const { file: _bytes, ...fromAddress } = createFile.input.shape;

/** Maximum size in bytes of content in a call. An agent writes it token by token, and sends it in JSON. */
const maxInline = 256 * 1024;

const Text = z.string().min(1).max(maxInline).meta({ description: "Content of a text file, at most 256 KiB" });
const Base64 = z
  .string()
  .min(4)
  .max(Math.ceil(maxInline / 3) * 4)
  .regex(/^[A-Za-z0-9+/]+={0,2}$/)
  .meta({ description: "Content of any file in base64, at most 256 KiB decoded" });

/** The server detects them from content that it has. */
const uploadOnlyArguments: ReadonlySet<string> = new Set(["contentType", "byteSize", "sha256"]);

/** Selects the operation by the source of the content. */
function uploadStep({ text, base64, ...input }: Input): Invocation {
  const sources = Object.entries({ fromUrl: input["fromUrl"], text, base64 }).filter(
    ([, value]) => value !== undefined,
  );
  const [source, other] = sources;
  if (!source) return { operation: startUpload, input };
  if (other) throw validationFailed(`/${other[0]}`, "exclusive", "Send one of from_url, text and base64.");
  const described = Object.fromEntries(Object.entries(input).filter(([name]) => !uploadOnlyArguments.has(name)));
  if (input["fromUrl"] !== undefined) return { operation: createFile, input: described };
  return { operation: createFile, input: { ...described, file: new ReceivedFile(bytesOf(text, base64)) } };
}

function bytesOf(text: unknown, base64: unknown): Buffer {
  const isText = text !== undefined;
  const [name, parsed] = isText
    ? (["text", Text.safeParse(text)] as const)
    : (["base64", Base64.safeParse(base64)] as const);
  const bytes = parsed.success ? Buffer.from(parsed.data, isText ? "utf8" : "base64") : undefined;
  if (bytes && bytes.length <= maxInline) return bytes;
  const detail = isText ? "Expected text of at most 256 KiB." : "Expected base64 of at most 256 KiB.";
  throw validationFailed(`/${name}`, "invalid_value", `${detail} Send larger files to an upload_url.`);
}

export const fileTools: readonly Tool[] = [
  writeToolOf({
    name: "upload_file",
    title: "Upload a file",
    description:
      "Stores a file from text, base64, or from_url, which requires confirm and downloads at most 10 MiB. Otherwise, filename, content_type, byte_size and purpose start an upload: PUT its parts to upload_url followed by /1, /2 and so on, each with Content-Digest, then call complete_upload. Pass an idempotency_key.",
    hints: { ...adds, openWorldHint: true },
    arguments: z.object({
      ...startUpload.input.partial().shape,
      ...z.object(fromAddress).partial().shape,
      text: Text.optional(),
      base64: Base64.optional(),
    }),
    operations: [createFile, startUpload],
    step: uploadStep,
    // An address can carry data of the school to its host.
    confirms: ({ from_url: address }) => address !== undefined,
  }),
  writeTool({
    name: "complete_upload",
    title: "Complete an upload",
    description:
      "Assembles the parts of an upload, by its ID from upload_file, into a file. If parts are missing, it fails and lists them. A repeated call returns the same file.",
    operation: completeUpload,
    hints: sets,
  }),
];
