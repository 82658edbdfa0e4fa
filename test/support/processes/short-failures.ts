import { AssertionError } from "node:assert";
import { relative } from "node:path";
import { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { spec, type TestEvent } from "node:test/reporters";
import { stripVTControlCharacters } from "node:util";
import { firstDifference } from "../data/first-difference.ts";

const maxLength = 300;

// oxlint-disable import/no-default-export -- the test runner loads reporters by their default export

/** The default reporter, with one line for each failed assertion: what was expected, what was found, and where. */
export default async function* shortFailures(events: AsyncIterable<TestEvent>): AsyncIterable<string> {
  yield* Readable.from(shortened(events)).compose(new spec()) as AsyncIterable<string>;
}

async function* shortened(events: AsyncIterable<TestEvent>): AsyncIterable<TestEvent> {
  for await (const event of events) {
    if (event.type === "test:fail") {
      const { error } = event.data.details;
      if (error.cause instanceof Error) error.cause = shortenError(error.cause);
    }
    yield event;
  }
}

/** Returns an error whose message is one line and whose stack names this project's files only. */
export function shortenError(error: Error): Error {
  const message = messageOf(error);
  const frames = framesOf(error).slice(0, 4);
  const short = new Error(message, error.cause === undefined ? {} : { cause: error.cause });
  short.stack = [`${error.name}: ${message}`, ...frames.map((frame) => `    at ${frame}`)].join("\n");
  return short;
}

function messageOf(error: Error): string {
  const plain = stripVTControlCharacters(error.message).trim();
  if (!(error instanceof AssertionError)) return cut(plain);
  const compared = /^(?:deep)?(?:Strict)?Equal$/i.test(error.operator);
  if (compared && error.generatedMessage) return firstDifference(error.actual, error.expected);
  return cut(plain.replaceAll(/\s*\n\s*/g, " "));
}

const cut = (text: string) => (text.length > maxLength ? `${text.slice(0, maxLength)}…` : text);

const framesOf = ({ stack = "" }: Error): string[] =>
  stack
    .split("\n")
    .filter((line) => line.includes("file://") && !line.includes("/node_modules/"))
    .map((line) =>
      line.replace(/^\s*at /, "").replace(/file:\/\/[^:)]+/, (url) => relative(process.cwd(), fileURLToPath(url))),
    );
