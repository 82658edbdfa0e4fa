import { type Command, InvalidArgumentError } from "commander";
import { remoteAction } from "../terminal/remote-action.ts";
import { readStdin } from "../terminal/read-stdin.ts";
import { accessTokenFor, chooseRemoteSite } from "./access.ts";
import { callApi } from "./call-api.ts";
import { asksToSignIn, refusalOf } from "./refusal.ts";
import { parseJson } from "#lib/json/parse-json.ts";

interface Options {
  site?: string;
  data?: string;
  once?: string;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const prefix = "/api/v1";

export const addApiCommand = (program: Command) =>
  program
    .command("api")
    .summary("send a request to the operator API of a site")
    .description(
      "Uses the API key in LECTERN_API_KEY, or the tokens of lectern login. Prints the body of the response. " +
        "The exit code is 1 if the status is not 2xx.",
    )
    .argument("<method>", methods.join(", "), parseMethod)
    .argument("<path>", "path below /api/v1, with its query", parsePath)
    .option("--site <site>", "address of the site (default: the site of the last sign-in)")
    .option("--data <json>", "JSON body; - reads it from stdin", parseBody)
    .option("--once <id>", "Idempotency-Key header: a retry with the same ID has no second effect", parseOnce)
    .addHelpText("after", "\nExample:\n  $ lectern api GET '/courses?limit=5'")
    .action(
      remoteAction(async ({ config, output, now }, method: string, path: string, options: Options) => {
        const origin = await chooseRemoteSite(config, options.site);
        const body = options.data === "-" ? await readStdin() : options.data;
        const request = { method, path, body, idempotencyKey: options.once };
        const token = config.apiKey ?? (await accessTokenFor(config, origin, now));
        let response = await callApi(origin, token, request);
        if (response.status === 401 && config.apiKey === undefined && !asksToSignIn(response)) {
          response = await callApi(origin, await accessTokenFor(config, origin, now, token), request);
        }
        const answer = await response.text();
        if (!response.ok) throw refusalOf(response.status, answer, origin);
        if (answer !== "") process.stdout.write(answer.endsWith("\n") ? answer : `${answer}\n`);
        else output.note(`Status ${response.status}`);
      }),
    );

function parseMethod(text: string): string {
  const method = text.toUpperCase();
  if (methods.includes(method)) return method;
  throw new InvalidArgumentError(`Expected one of ${methods.join(", ")}.`);
}

function parsePath(text: string): string {
  if (!text.startsWith("/")) throw new InvalidArgumentError("Expected a path that starts with /, such as /courses.");
  return text.startsWith(`${prefix}/`) ? text : `${prefix}${text}`;
}

function parseOnce(text: string): string {
  if (/^[!-~]{1,255}$/.test(text)) return text;
  throw new InvalidArgumentError("Expected 1 to 255 visible ASCII characters.");
}

function parseBody(text: string): string {
  if (text === "-" || parseJson(text) !== undefined) return text;
  throw new InvalidArgumentError("Expected JSON, or - for stdin.");
}
