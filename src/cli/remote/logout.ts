import type { Command } from "commander";
import { remoteAction } from "../terminal/remote-action.ts";
import { chooseRemoteSite, notSignedIn } from "./access.ts";
import { changeCredentials } from "./credentials-file.ts";
import { revoke } from "./oauth-client.ts";

export const addLogoutCommand = (program: Command) =>
  program
    .command("logout")
    .summary("sign out of a site and revoke the tokens")
    .description("Deletes the stored tokens even if the site cannot be reached to revoke them.")
    .argument("[site]", "address of the site (default: the site of the last sign-in)")
    .addHelpText("after", "\nExample:\n  $ lectern logout https://learn.school.example")
    .action(
      remoteAction(async ({ config, output }, site: string | undefined) => {
        const origin = await chooseRemoteSite(config, site);
        const signIn = await changeCredentials(config.userFolder, (credentials) => {
          const known = credentials.sites[origin];
          delete credentials.sites[origin];
          if (credentials.current === origin) credentials.current = Object.keys(credentials.sites)[0] ?? null;
          return known;
        });
        if (!signIn) throw notSignedIn(origin);
        await revoke(origin, signIn);
        output.answer({ site: origin, signedIn: false }, `Signed out of ${origin}.`);
      }),
    );
