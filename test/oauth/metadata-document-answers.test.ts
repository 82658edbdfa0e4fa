import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { anApplication, type Application, internet, sendJson } from "../support/doubles/document-web.ts";
import { until } from "../support/until.ts";
import { buildProcess } from "../support/world.ts";
import { aSiteOnline, assertAccepted, assertRefusedOnPage, clientOf, storedClient } from "./support/document-client.ts";

/** Asserts an error page for a document with this response, and that nothing is stored. */
async function assertUseless(application: Application, why: RegExp, process?: ReturnType<typeof buildProcess>) {
  const site = await aSiteOnline(undefined, process);
  await assertRefusedOnPage(site, clientOf(application), why);
  assert.equal(await storedClient(site, application), undefined);
}

const answering = (respond: Application["respond"]): Application => Object.assign(anApplication(), { respond });

/** The document, padded with spaces to a size in bytes. */
const padded = ({ document }: Application, size: number): string => JSON.stringify(document).padEnd(size, " ");

void describe("A document is used only if the status is 200", () => {
  for (const status of [201, 203, 204, 206, 304, 400, 401, 403, 404, 410, 429, 500, 503]) {
    void test(`and not with ${status}`, async () => {
      const application = anApplication();
      application.respond = (_request, response) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(status === 204 || status === 304 ? undefined : JSON.stringify(application.document));
      };
      await assertUseless(application, new RegExp(`the response status was ${status}, not 200\\.`));
    });
  }

  for (const status of [301, 302, 303, 307, 308]) {
    void test(`and not with ${status}: redirects are not followed`, async () => {
      const target = anApplication();
      const application = answering((_request, response) => {
        response.writeHead(status, { location: target.url }).end();
      });
      await assertUseless(
        application,
        new RegExp(`the response status was ${status}, not 200; redirects are not followed`),
      );
      assert.equal(target.requests.length, 0);
    });
  }

  void test("and not if the connection is upgraded to another protocol", async () => {
    const application = answering((_request, response) => {
      response.socket!.end("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n");
    });
    await assertUseless(application, /could not be reached over https/);
  });

  void test("and not if the response is not HTTP", async () => {
    const application = answering((_request, response) => {
      response.socket!.end("* OK IMAP4rev2 ready\r\n");
    });
    await assertUseless(application, /could not be reached over https/);
  });
});

void describe("A document is JSON", () => {
  const types = ["application/json", "application/json; charset=utf-8", "APPLICATION/JSON", "application/client+json"];
  for (const type of [...types, "application/vnd.example.client-id+json ;v=1"]) {
    void test(`by its type ${type}`, async () => {
      const application = anApplication();
      application.respond = (_request, response) => sendJson(response, application.document, { "content-type": type });
      await assertAccepted(await aSiteOnline(), clientOf(application));
    });
  }

  const others = [
    "text/html",
    "text/json",
    "text/plain; application/json",
    "application/jsonp",
    "application/json-seq",
  ];
  for (const type of [...others, "application/ld-json", "image/svg+json", "application/+json, text/html", ""]) {
    void test(`and not ${type || "of no type"}`, async () => {
      const application = anApplication();
      application.respond = (_request, response) => {
        response.writeHead(200, type ? { "content-type": type } : {}).end(JSON.stringify(application.document));
      };
      await assertUseless(application, /its Content-Type must be application\/json/);
    });
  }

  const bodies: [string, string | Buffer, RegExp][] = [
    ["nothing", "", /it is not JSON/],
    ["a truncated document", '{"client_id":', /it is not JSON/],
    ["a script", "alert(1)", /it is not JSON/],
    ["a list", "[]", /it is not a JSON object/],
    ["a text", '"client_id"', /it is not a JSON object/],
    ["null", "null", /it is not a JSON object/],
    ["depths", "[".repeat(2500) + "]".repeat(2500), /it is not a JSON object/],
    ["no UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d]), /it is not UTF-8/],
  ];
  for (const [name, body, why] of bodies) {
    void test(`and not ${name}`, () =>
      assertUseless(
        answering((_request, response) => sendJson(response, body)),
        why,
      ));
  }
});

void describe("At most 5 KiB of a document are read", () => {
  void test("exactly 5 KiB are accepted", async () => {
    const application = anApplication();
    application.respond = (_request, response) => sendJson(response, padded(application, 5120));
    await assertAccepted(await aSiteOnline(), clientOf(application));
  });

  void test("one more byte is rejected if announced", async () => {
    const application = anApplication();
    application.respond = (_request, response) => {
      const body = padded(application, 5121);
      sendJson(response, body, { "content-length": String(body.length) });
    };
    await assertUseless(application, /it is larger than 5120 bytes/);
  });

  void test("one more byte is rejected if not announced", async () => {
    const application = anApplication();
    application.respond = (_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      response.write(padded(application, 5120));
      response.end(" ");
    };
    await assertUseless(application, /it is larger than 5120 bytes/);
  });

  void test("an endless document is not read further", async () => {
    let written = 0;
    const closed = Promise.withResolvers<void>();
    const application = answering((_request, response) => {
      response.writeHead(200, { "content-type": "application/json" });
      const chunk = Buffer.alloc(16_384, " ");
      const write = () => {
        while (!response.destroyed && response.write(chunk)) written += chunk.length;
      };
      response.on("drain", write).on("close", closed.resolve);
      write();
    });
    await assertUseless(application, /it is larger than 5120 bytes/);
    await closed.promise;
    assert.ok(written < 10_000_000, `${written} bytes were sent`);
  });

  void test("an unusable document is not read at all: the connection is closed immediately", async () => {
    // Exceeds the limit of until(), so that the connection is not closed because of this timeout.
    const patient = buildProcess({ clientMetadata: { ...internet, timeoutMs: 600_000 } });
    let isClosed = false;
    const application = answering((_request, response) => {
      response.writeHead(404).write("Not here.");
      response.on("close", () => (isClosed = true));
    });
    await assertUseless(application, /the response status was 404/, patient);
    await until(() => isClosed, "the end of the connection");
  });

  void test("a compressed document is not read, however small", async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000, " "));
    for (const encoding of ["gzip", "deflate", "br", "identity, gzip"]) {
      const application = answering((_request, response) =>
        sendJson(response, bomb.subarray(0, 4000), { "content-encoding": encoding }),
      );
      await assertUseless(application, /it must be sent without a Content-Encoding/);
    }
  });

  void test("headers are limited to 8 KiB", async () => {
    const application = anApplication();
    application.respond = (_request, response) => {
      sendJson(response, application.document, { "x-long": "x".repeat(9000) });
    };
    await assertUseless(application, /could not be reached over https/);
  });
});

/** Sends small pieces until the connection is closed. */
function trickle(response: ServerResponse, piece: string): void {
  const timer = setInterval(() => response.socket?.write(piece), 20);
  response.socket!.on("close", () => clearInterval(timer));
}

/** Waits until the connection is closed, or reset with unsent data. */
async function closing(socket: Socket): Promise<void> {
  const closed = Promise.withResolvers<void>();
  socket.on("close", () => closed.resolve()).on("error", () => {});
  if (!socket.destroyed) await closed.promise;
}

void describe("A document has a short total timeout", { concurrency: true }, () => {
  const timeoutMs = 2500;
  const hasty = buildProcess({ clientMetadata: { ...internet, timeoutMs } });

  const silences: [string, (request: IncomingMessage, response: ServerResponse) => void][] = [
    ["gets no response", () => {}],
    [
      "has endless headers",
      (_request, response) => {
        response.socket!.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n");
        trickle(response, "x: y\r\n");
      },
    ],
    [
      "announces a body but sends none",
      (_request, response) => trickle(response, "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\n"),
    ],
    [
      "stops in the middle",
      (_request, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write('{"client_id":');
      },
    ],
    [
      "arrives one byte at a time",
      (_request, response) => {
        response.writeHead(200, { "content-type": "application/json", "transfer-encoding": "chunked" });
        response.flushHeaders();
        trickle(response, "1\r\n \r\n");
      },
    ],
  ];
  for (const [name, respond] of silences) {
    void test(`The timeout applies if the document ${name}: the connection is closed`, async () => {
      const application = answering(respond);
      await assertUseless(application, /its host did not respond in time/, hasty);
      await closing(application.requests[0]!.socket);
    });
  }

  void test("The timeout applies if the name of the host is not resolved", async () => {
    const application = anApplication();
    application.resolve = () => "silence";
    await assertUseless(application, /its host did not respond in time/, hasty);
    assert.equal(application.requests.length, 0);
  });

  void test("and a partial document is not used when the connection breaks", async () => {
    const application = answering((_request, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "400" });
      response.write('{"client_id":', () => response.socket!.destroy());
    });
    await assertUseless(application, /could not be reached over https/);
  });
});

void test("Each request uses its own connection", async () => {
  const application = anApplication();
  await assertAccepted(await aSiteOnline(), clientOf(application));
  await assertAccepted(await aSiteOnline(), clientOf(application));
  const [first, second] = application.requests;
  assert.notEqual(first!.socket, second!.socket);
});
