import { createInterface, type Interface } from "node:readline";
import path from "node:path";
import { Problem } from "#domain/platform/problem.ts";
import { EmailAddress } from "#domain/platform/email.ts";
import { firstIssue } from "#domain/platform/input/first-issue.ts";
import { formatIssue } from "#domain/platform/input/format-issue.ts";
import { NewSite, requireOrigin } from "#domain/site/sites/create-site.ts";
import { parseDatabaseUrl, parseSmtpUrl, parseStorageUrl } from "#lib/settings/setting-values.ts";
import { settings } from "#server/config.ts";
import { UsageError } from "../terminal/errors.ts";
import type { Output } from "../terminal/output.ts";

/** A value that an installation needs. Secrets come from a prompt or the environment, never from an option. */
interface Question {
  text: string;
  /** Names the source in messages: an option or a setting. */
  source: string;
  /** Used for an empty answer. Undefined: an answer is required. */
  fallback: string | undefined;
  /** Throws a UsageError or a Problem. The message must not contain a secret. */
  parse: (answer: string) => string;
}

const maxAttempts = 3;

const originOf = (answer: string): string => {
  const isLocal = /^(localhost|127\.0\.0\.1)(:\d{1,5})?$/.test(answer);
  return requireOrigin(answer.includes("://") ? answer : `http${isLocal ? "" : "s"}://${answer}`).origin;
};

function emailOf(answer: string): string {
  const result = EmailAddress.safeParse(answer, { error: formatIssue });
  if (!result.success) throw new UsageError(firstIssue(result.error).message);
  return result.data;
}

function nameOf(answer: string): string {
  const result = NewSite.shape.name.safeParse(answer, { error: formatIssue });
  if (!result.success) throw new UsageError(firstIssue(result.error).message);
  return result.data;
}

/** Quotes, `$`, `%` and the like mean something else in a unit or a shell. */
function folderOf(answer: string): string {
  if (/^[\p{L}\p{N}/._ @+-]+$/u.test(answer)) return path.resolve(answer);
  throw new UsageError("Expected a folder whose path has only letters, digits, spaces and / . _ - @ +");
}

function serviceOf(answer: string): string {
  if (answer === "systemd" || answer === "compose") return answer;
  throw new UsageError("Expected systemd or compose.");
}

/** A reference of an image: a registry, a path, and a tag or a digest. */
function imageOf(answer: string): string {
  if (/^[a-z0-9][\w.\-/:]{0,199}(?:@sha256:[0-9a-f]{64})?$/.test(answer)) return answer;
  throw new UsageError("Expected the name of an image, such as registry.example/lectern:1.2.0");
}

const setting = (name: string, parse: (text: string) => string | undefined) => (answer: string) => {
  if (answer === "") return "";
  const value = parse(answer);
  if (value !== undefined) return value;
  throw new UsageError(`Expected ${settings.find((one) => one.name === name)?.allowed ?? "another value"}`);
};

export const questions = {
  domain: { text: "Domain of the school", source: "--domain", fallback: undefined, parse: originOf },
  name: { text: "Name of the school", source: "--name", fallback: "My school", parse: nameOf },
  owner: { text: "Email address of its owner", source: "--owner", fallback: undefined, parse: emailOf },
  service: { text: "Run it with systemd or compose", source: "--compose", fallback: "systemd", parse: serviceOf },
  image: { text: "Image of Lectern", source: "--image", fallback: undefined, parse: imageOf },
  data: { text: "Folder of the data", source: "--data", fallback: "data", parse: folderOf },
  database: {
    text: "Address of a PostgreSQL server, or nothing for the embedded one",
    source: "DATABASE_URL",
    fallback: "",
    parse: setting("DATABASE_URL", parseDatabaseUrl),
  },
  mail: {
    text: "Address of the mail server (smtps://user:password@host), or nothing for no email yet",
    source: "SMTP_URL",
    fallback: "",
    parse: setting("SMTP_URL", parseSmtpUrl),
  },
  storage: {
    text: "Address of a bucket for files (s3://…), or nothing to store them with the data",
    source: "LECTERN_STORAGE_URL",
    fallback: "",
    parse: setting("LECTERN_STORAGE_URL", parseStorageUrl),
  },
} as const satisfies Record<string, Question>;

export type QuestionName = keyof typeof questions;
export const folderQuestion: Question = { ...questions.data, source: "folder" };

/** Returns the value of an option or setting, or else an answer, or else the fallback. */
export type Answerer = (question: Question, given: string | undefined) => Promise<string>;

export const answerWithoutPrompt: Answerer = async (question, given) => {
  const answer = given ?? question.fallback;
  if (answer === undefined) throw new UsageError(`${question.source}: required with --yes.`);
  return parsed(question, answer);
};

/** Prompts for missing answers, and prompts again after a wrong one. */
export function promptingOn(input: NodeJS.ReadableStream, output: Output): { answer: Answerer; close: () => void } {
  const lines = createInterface({ input, output: process.stderr, terminal: process.stdin.isTTY });
  const typed = lines[Symbol.asyncIterator]();
  return {
    async answer(question, given) {
      if (given !== undefined) return parsed(question, given);
      for (let attempt = 1; ; attempt++) {
        const answer = (await ask(lines, typed, question)) || question.fallback;
        try {
          if (answer === undefined) throw new UsageError(`${question.text}: an answer is required.`);
          return question.parse(answer);
        } catch (error) {
          if (!(error instanceof UsageError || error instanceof Problem)) throw error;
          if (attempt === maxAttempts) throw new UsageError(`${question.source}: ${error.message}`);
          output.note(error.message);
        }
      }
    },
    close: () => lines.close(),
  };
}

async function ask(lines: Interface, typed: AsyncIterator<string>, { text, fallback }: Question): Promise<string> {
  lines.setPrompt(fallback ? `${text} [${fallback}]: ` : `${text}: `);
  lines.prompt();
  const line = await typed.next();
  if (line.done === true)
    throw new UsageError("Standard input ended before the last question. Use --yes to answer none.");
  return line.value.trim();
}

function parsed({ source, parse }: Question, answer: string): string {
  try {
    return parse(answer.trim());
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof Problem)) throw error;
    throw new UsageError(`${source}: ${error.message}`);
  }
}
