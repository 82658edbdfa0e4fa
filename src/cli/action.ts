import { Command } from "commander";
import { type Config, readConfig } from "../config.ts";
import { type Installation, openInstallation } from "../installation.ts";
import { openOutput, type Output } from "./output.ts";

/** One run of a command. */
export interface Invocation {
  config: Config;
  output: Output;
  /** The moment at which the command was given. */
  now: Date;
  /** The installation's database, migrated and checked to be sealed with the configured key unless said otherwise; closed when the command has ended. */
  open: (options?: { migrates?: boolean; checksSecretKey?: boolean }) => Promise<Installation>;
}

/** A commander action that is handed its invocation first, then its arguments and options. */
export const action =
  <Given extends unknown[]>(work: (invocation: Invocation, ...given: Given) => Promise<void>) =>
  async (...given: [...Given, Command]): Promise<void> => {
    const command = given.at(-1) as Command;
    const output = openOutput(command.optsWithGlobals()["json"] === true);
    const config = readConfig(process.env);
    let installation: Installation | undefined;

    const open: Invocation["open"] = async (options) =>
      (installation ??= await openInstallation(config, { ...options, role: "command", log: noteOf(output) }));
    try {
      await work({ config, output, now: new Date(), open }, ...(given.slice(0, -1) as Given));
    } finally {
      await installation?.close();
    }
  };

/** What PostgreSQL itself logs (`LOG:  …`) is for whoever runs a server. */
const noteOf = (output: Output) => (line: string) => {
  if (!/^[A-Z]+: {2}/.test(line)) output.note(line);
};
