import type { FastifyReply, FastifyRequest } from "fastify";
import type { Site } from "#domain/platform/site/site.ts";
import { readCookie, setCookie } from "#http/cookies.ts";
import { asRecord } from "#lib/json/is-record.ts";
import { type CodeLanguage, codeLanguages, defaultLanguage } from "./contents.ts";

const year = 365 * 24 * 60 * 60;

/** Returns the language of code samples: the one in the address, which is remembered, or the remembered one. */
export function chooseCodeLanguage(request: FastifyRequest, reply: FastifyReply, site: Site): CodeLanguage {
  const requestedLanguage = asRecord(request.query)["code"];
  if (isCodeLanguage(requestedLanguage)) {
    setCookie(reply, site, "code", requestedLanguage, year);
    return requestedLanguage;
  }
  const remembered = readCookie(request, site, "code");
  return isCodeLanguage(remembered) ? remembered : defaultLanguage;
}

const isCodeLanguage = (value: unknown): value is CodeLanguage =>
  typeof value === "string" && Object.hasOwn(codeLanguages, value);
