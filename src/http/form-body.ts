import type { FastifyInstance } from "fastify";
import { errorOf } from "#lib/error-of.ts";
import { withoutParameters } from "./readable-requests.ts";
import { decodeText, requireEncodedText } from "./text.ts";

export const formType = "application/x-www-form-urlencoded";

/** Accepts URL-encoded forms as text, up to the given size. Their bytes must be UTF-8, percent-encoded or not. */
export function acceptUrlEncodedForms(app: FastifyInstance, maxBytes: number): void {
  app.addContentTypeParser<Buffer>(formType, { parseAs: "buffer", bodyLimit: maxBytes }, (request, bytes, done) => {
    try {
      const encoded = decodeText(bytes, "The form");
      requireEncodedText(withoutParameters(encoded, request.routeOptions.config.octets), "The form");
      done(null, encoded);
    } catch (error) {
      done(errorOf(error));
    }
  });
}
