import { Command } from "commander";
import { type Config, readConfig } from "#server/config.ts";
import { openOutput, type Output } from "./output.ts";

/** One run of a command that needs no installation. */
export interface RemoteInvocation {
  config: Config;
  output: Output;
  /** The time at which the command was invoked. */
  now: Date;
}

/** Wraps a commander action: passes the invocation first, then arguments and options. */
export const remoteAction =
  <Args extends unknown[]>(work: (invocation: RemoteInvocation, ...args: Args) => Promise<void>) =>
  async (...args: [...Args, Command]): Promise<void> => {
    const command = args.at(-1);
    if (!(command instanceof Command)) throw new Error("The command is missing.");
    const output = openOutput(command.optsWithGlobals()["json"] === true);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript does not infer a tuple without its last item.
    await work({ config: readConfig(process.env), output, now: new Date() }, ...(args.slice(0, -1) as Args));
  };
