import "./compile-cache.ts";
import type { Context } from "#domain/platform/context.ts";
import { formatId } from "#domain/platform/ids.ts";
import type { Config } from "./config.ts";
import { createDemo, draftNewDemo } from "#demo/create-demo.ts";
import { openInstallation } from "./installation.ts";
import type { DemoOrder, DemoReport } from "./start-demo.ts";
import { loadSecretKey } from "./secret-key.ts";
import { openPayments, openStorage } from "./server-parts.ts";
import { startFailureOf } from "./start-failure.ts";

/** The main module of the process that creates the demo schools. It ends with the process that started it. */

const tell = (message: DemoReport, sent?: () => void) => void process.send?.(message, undefined, undefined, sent);
const report = (line: string) => tell({ kind: "line", line });
let draft: ReturnType<typeof draftNewDemo> | undefined;

process.on("message", (order: DemoOrder) => {
  if (order.kind === "draft") {
    draft = draftNewDemo(demoOptions(order.config));
    // A failed draft ends the start only of an empty installation, which awaits it.
    draft.catch(() => {});
  } else void create(order);
});
// The transaction ends with the connections. The passwords of a demo that is committed later would not be printed.
process.on("disconnect", () => process.exit(1));
// Ctrl-C reaches all processes of the terminal. The server decides when they stop.
process.on("SIGINT", () => {});
process.on("SIGTERM", () => {});

async function create({ config, connection }: DemoOrder & { kind: "create" }): Promise<void> {
  try {
    const installation = await openInstallation(config, { role: "command", log: report, connection, migrates: false });
    const secretKey = loadSecretKey(config);
    const demo = await createDemo(installation.jobs, {
      ...demoOptions(config),
      port: config.port,
      now: new Date(),
      storage: openStorage(config, secretKey),
      payments: openPayments(config, secretKey),
      createKey: createDemoKey,
      draft,
      report,
    });
    await installation.close();
    tell({ kind: "created", demo }, () => process.exit(0));
  } catch (error) {
    const failure = startFailureOf(error);
    if (!failure) throw error;
    tell({ kind: "failed", code: failure.code, message: failure.message }, () => process.exit(1));
  }
}

const demoOptions = ({ dataFolder, environment }: Config) => ({ dataFolder, isSmall: environment === "test" });

/** Creates a key with all scopes, so that every example of the documentation works with it. */
async function createDemoKey(context: Context, memberId: string): Promise<string> {
  const [{ admit, write }, { keyScopes }, { createApiKey }] = await Promise.all([
    import("#domain/platform/operation.ts"),
    import("#oauth/api-keys/api-key.ts"),
    import("#oauth/api-keys/operations.ts"),
  ]);
  const keyInput = { name: "Demo", memberId: formatId("member", memberId), scopes: [...keyScopes] };
  const { output } = await write(createApiKey, context, await admit(createApiKey, context, keyInput));
  return output.key;
}
