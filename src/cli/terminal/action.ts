import { Command } from "commander";
import { type Config, readConfig } from "#server/config.ts";
import { type Installation, openInstallation } from "#server/installation.ts";
import { requireExisting } from "../backup/existing-installation.ts";
import { openOutput, type Output } from "./output.ts";

/** One run of a command. */
export interface Invocation {
  config: Config;
  output: Output;
  /** The time at which the command was invoked. */
  now: Date;
  /**
   * Opens the installation's database. By default migrates it and checks the secret key, and creates the embedded one
   * if it is missing, unless it must exist. Closed when the command ends.
   */
  open: (options?: { migrates?: boolean; checksSecretKey?: boolean; mustExist?: boolean }) => Promise<Installation>;
}

/** Wraps a commander action: passes the invocation first, then arguments and options. */
export const action =
  <Args extends unknown[]>(work: (invocation: Invocation, ...args: Args) => Promise<void>) =>
  async (...args: [...Args, Command]): Promise<void> => {
    const command = args.at(-1);
    if (!(command instanceof Command)) throw new Error("The command is missing.");
    const output = openOutput(command.optsWithGlobals()["json"] === true);
    const config = readConfig(process.env);
    let installation: Installation | undefined;

    const open: Invocation["open"] = async (options = {}) => {
      if (options.mustExist) requireExisting(config);
      return (installation ??= await openInstallation(config, { ...options, role: "command", log: noteOf(output) }));
    };
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- TypeScript does not infer a tuple without its last item.
      await work({ config, output, now: new Date(), open }, ...(args.slice(0, -1) as Args));
    } finally {
      await installation?.close();
    }
  };

/** Log lines of PostgreSQL (`LOG:  …`) are for server operators, not for commands. */
export const noteOf = (output: Output) => (line: string) => {
  if (!/^[A-Z]+: {2}/.test(line)) output.note(line);
};
