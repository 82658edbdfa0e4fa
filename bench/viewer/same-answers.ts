import { deepEqual } from "node:assert/strict";
import http from "node:http";
import type { Contender } from "../harness/contender.ts";
import type { HttpRequest } from "../harness/http-request.ts";

/** Throws unless all servers return the same response. Otherwise they cannot be compared. */
export async function requireSameAnswers(contenders: readonly Contender[], rows: readonly string[]): Promise<void> {
  for (const row of rows) {
    const answers = await Promise.all(
      contenders.map(async (contender) => {
        const requests = await contender.requests(row, 20);
        return Promise.all(requests.map((request) => send(contender.port, request)));
      }),
    );
    for (const [index, contender] of contenders.entries()) {
      deepEqual(answers[index], answers[0], `${contender.title} returns a different response for ${row}.`);
    }
  }
}

function send(port: number, { path, headers, json }: HttpRequest): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const type = json === undefined ? {} : { "content-type": "application/json" };
    const request = http.request({
      port,
      path,
      method: json === undefined ? "GET" : "POST",
      headers: { ...headers, ...type },
    });
    request.on("error", reject);
    request.on("response", (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      answer.on("end", () => resolve(JSON.parse(text)));
    });
    request.end(json === undefined ? undefined : JSON.stringify(json));
  });
}
