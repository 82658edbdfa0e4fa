import { hkdfSync } from "node:crypto";
import * as z from "zod";
import { open, seal } from "#lib/secrets/sealed-box.ts";
import type { PageRequest } from "../responses/page-request.ts";

/**
 * Encrypts texts for one purpose with a key of its own (RFC 5869). `binding`: what a text belongs to, such as a site and
 * a browser. It opens with the same binding only.
 */
export const sealedTexts = (purpose: string) => {
  const keyOf = (csrfKey: Buffer) => Buffer.from(hkdfSync("sha256", csrfKey, "", `lectern ${purpose}`, 32));
  const boundTo = (binding: readonly string[]) => [purpose, ...binding].join("\n");
  return {
    seal: (csrfKey: Buffer, binding: readonly string[], text: string): string =>
      seal(keyOf(csrfKey), Buffer.from(text), boundTo(binding)).toString("base64url"),

    open(csrfKey: Buffer, binding: readonly string[], sealed: string): string | undefined {
      try {
        return open(keyOf(csrfKey), Buffer.from(sealed, "base64url"), boundTo(binding)).toString();
      } catch {
        return undefined;
      }
    },
  };
};

/** The browser that keeps a sealed value. */
export type Holder = Pick<PageRequest, "context" | "browser" | "csrfKey">;

/** Binds a value to a site and a browser. */
export const ofBrowser = ({ context, browser }: Holder): string[] => [context.site.id, browser];

/** Values that a browser keeps in a hidden field, for a limited time in milliseconds. */
export const sealedValues = <Schema extends z.ZodObject, Bound extends Holder = Holder>(
  purpose: string,
  values: Schema,
  lifetime: number,
  bindingOf: (holder: Bound) => string[] = ofBrowser,
) => {
  const texts = sealedTexts(purpose);
  const Expiry = z.object({ expiresAt: z.number() });
  return {
    seal: (holder: Bound, input: z.output<Schema>): string =>
      texts.seal(
        holder.csrfKey,
        bindingOf(holder),
        JSON.stringify({ ...input, expiresAt: holder.context.now.getTime() + lifetime }),
      ),

    /** Returns undefined for expired values, and for those of another browser or site. */
    open(holder: Bound, sealed: string | undefined): z.output<Schema> | undefined {
      const text = texts.open(holder.csrfKey, bindingOf(holder), sealed ?? "");
      if (text === undefined) return undefined;
      const content: unknown = JSON.parse(text);
      const expiry = Expiry.safeParse(content);
      const isCurrent = expiry.success && expiry.data.expiresAt > holder.context.now.getTime();
      return isCurrent ? values.safeParse(content).data : undefined;
    },
  };
};
