import type { Command } from "commander";
import { resealMailbox, resealQueuedMail } from "#domain/messages/mail/reseal-mail.ts";
import { resealPaymentCredentials } from "#domain/sales/payments/settings/reseal-credentials.ts";
import { resealWebhookSecrets } from "#domain/webhooks/endpoints/reseal-webhook-secrets.ts";
import { resealCredentialKeys } from "#domain/learning/open-badges/keys.ts";
import { resealAppSecrets } from "#domain/people/second-factors/authenticator-app.ts";
import { resealProviderSecrets } from "#domain/people/identity-providers/reseal-secrets.ts";
import { replaceFingerprint } from "#domain/platform/secret-key/fingerprint-queries.ts";
import { type Resealed, sumOf } from "#domain/platform/secret-key/reseal-each.ts";
import { everySite } from "#domain/platform/site/every-site.ts";
import { resealSigningKeys } from "#oauth/reseal-signing-keys.ts";
import type { Installation } from "#server/installation.ts";
import { deriveKey, fingerprintOf, loadSecretKey } from "#server/secret-key.ts";
import { action } from "../terminal/action.ts";
import { asCli } from "../terminal/caller.ts";
import { Finding, UsageError } from "../terminal/errors.ts";

const description = `Encrypts all stored secrets again with a new secret key, while the server runs:

  1. Set LECTERN_SECRET_KEY to a new key and LECTERN_SECRET_KEY_PREVIOUS to the old one. Restart every server: it accepts
     both keys and encrypts with the new one.
  2. Run this command with the same settings. It can be interrupted and repeated.
  3. Remove LECTERN_SECRET_KEY_PREVIOUS, and restart every server again.

Nothing becomes invalid in steps 1 and 2. After step 3, links to private files, open forms and unsubscribe links that were
signed with the old key stop working. Use \`lectern keys rotate --immediately\` as well if the old key has leaked.`;

export const addSecretRotateCommand = (secret: Command) =>
  secret
    .command("rotate")
    .summary("encrypt all stored secrets with a new secret key while servers run")
    .description(description)
    .addHelpText("after", "\nExample:\n  $ lectern secret rotate")
    .action(
      action(async ({ config, open, output, now }) => {
        if (!config.previousSecretKey)
          throw new UsageError("Set LECTERN_SECRET_KEY_PREVIOUS to the previous key first.");
        const installation = await open({ mustExist: true });
        const key = loadSecretKey(config);
        const done = await resealAll(installation, key, now);
        await replaceFingerprint(installation.database, fingerprintOf(key), now);
        output.answer(done, `Encrypted with the new key: ${done.resealed}. Unreadable: ${done.unreadable}.`);
        output.note("Remove LECTERN_SECRET_KEY_PREVIOUS once every server was restarted with both keys.");
        if (done.unreadable > 0) throw new Finding("Some values are encrypted with neither key.");
      }),
    );

/** Passes before the command gives up on servers that keep sealing with the old key. */
const maxPasses = 5;

/** Repeats until nothing is left: a server that was not restarted yet still seals with the old key. */
async function resealAll(installation: Installation, key: Buffer, now: Date): Promise<Resealed> {
  let resealed = 0;
  for (let pass = 1; ; pass++) {
    const done = await resealOnce(installation, key, now);
    resealed += done.resealed;
    if (done.resealed === 0 || pass === maxPasses) return { resealed, unreadable: done.unreadable };
  }
}

async function resealOnce(installation: Installation, key: Buffer, now: Date): Promise<Resealed> {
  const { database } = installation;
  const [mailKey, webhookKey] = [deriveKey(key, "lectern mail"), deriveKey(key, "lectern webhooks")];
  const paymentKey = deriveKey(key, "lectern payments");
  const identityKey = deriveKey(key, "lectern identity providers");
  const badgeKey = deriveKey(key, "lectern open badges");
  const factorKey = deriveKey(key, "lectern second factors");
  const done = [await resealQueuedMail(database, mailKey)];
  for await (const site of everySite(database)) {
    const context = asCli(installation, site, now);
    done.push(
      await resealSigningKeys(context, key),
      await resealWebhookSecrets(context, webhookKey),
      await resealPaymentCredentials(context, paymentKey),
      await resealCredentialKeys(context, badgeKey),
      await resealProviderSecrets(context, identityKey),
      await resealAppSecrets(context, factorKey),
      await resealMailbox(context, mailKey),
    );
  }
  return sumOf(done);
}
