import * as z from "zod";
import { LanguageTag, WebAddress } from "#domain/platform/fields.ts";
import { Id } from "#domain/platform/ids.ts";
import { isSecureAddress } from "#domain/catalog/curriculum/secure-address.ts";
import { trimmed } from "#lib/wire/trimmed.ts";

const hostsOf = {
  youtube: /^(www\.|m\.)?(youtube\.com|youtube-nocookie\.com|youtu\.be)$/,
  vimeo: /^(www\.|player\.)?vimeo\.com$/,
  hls: /./,
} as const;

/** The video of a lecture: an uploaded file, or a video of an external provider. */
export const Video = z
  .object({
    fileId: Id("file").optional(),
    provider: z.enum(["youtube", "vimeo", "hls"]).optional(),
    externalUrl: WebAddress.optional(),
    captions: z
      .array(z.object({ lang: LanguageTag, fileId: Id("file") }))
      .max(50)
      .default([]),
    chapters: z
      .array(z.object({ atSeconds: z.number().int().min(0).max(1_000_000), title: trimmed().min(1).max(200) }))
      .max(200)
      .default([]),
  })
  .check(({ value: { fileId, provider, externalUrl }, issues }) => {
    const wrong = (path: string[], message: string) => issues.push({ code: "custom", input: undefined, path, message });
    if ((fileId === undefined) === (provider === undefined)) {
      wrong([], "Expected either file_id, or provider with external_url.");
    } else if ((provider === undefined) !== (externalUrl === undefined)) {
      wrong(["externalUrl"], "`external_url` is required with `provider` and not allowed without it.");
    } else if (provider && externalUrl && !isOf(provider, externalUrl)) {
      wrong(["externalUrl"], `Expected an https:// address of ${provider}.`);
    }
  })
  .meta({
    id: "Video",
    description: "Either `file_id`, or `provider` with `external_url`",
    examples: [{ provider: "youtube", external_url: "https://www.youtube.com/watch?v=aqz-KE-bpKQ" }],
  });

/** The provider of an address, if its host tells. */
export function providerOf(address: string): "youtube" | "vimeo" | undefined {
  if (!URL.canParse(address) || !isSecureAddress(address)) return undefined;
  const { hostname } = new URL(address);
  if (hostsOf.youtube.test(hostname)) return "youtube";
  return hostsOf.vimeo.test(hostname) ? "vimeo" : undefined;
}

const isOf = (provider: keyof typeof hostsOf, url: string): boolean =>
  isSecureAddress(url) && hostsOf[provider].test(new URL(url).hostname);
