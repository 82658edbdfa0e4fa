import type { Command } from "commander";
import { dropSealedMail } from "#domain/messages/mail/drop-sealed-mail.ts";
import { perform } from "#domain/platform/operation.ts";
import { dropPrivateKeys } from "#domain/learning/open-badges/keys.ts";
import { dropProviderSecrets } from "#domain/people/identity-providers/reseal-secrets.ts";
import { replaceFingerprint } from "#domain/platform/secret-key/fingerprint-queries.ts";
import { everySite } from "#domain/platform/site/every-site.ts";
import { dropPaymentCredentials } from "#domain/sales/payments/settings/reseal-credentials.ts";
import { resetWebhookSecrets } from "#domain/webhooks/endpoints/reseal-webhook-secrets.ts";
import { signingKeyRotation } from "#oauth/rotate-signing-key.ts";
import { listSigningKeys } from "#oauth/signing-keys.ts";
import { deriveKey, fingerprintOf, loadSecretKey } from "#server/secret-key.ts";
import { action } from "../terminal/action.ts";
import { asCli } from "../terminal/caller.ts";
import { UsageError } from "../terminal/errors.ts";

const consequences = `Replaces all secrets that the previous secret key, which is lost or has leaked, encrypted:

  - Every site gets a new signing key immediately. Existing id_tokens become invalid.
  - Every webhook endpoint gets a new secret and is disabled. Rotate its secret, give the receiver the new one,
    and enable the endpoint.
  - Open Badges are signed with new keys. Existing ones stay valid.
  - Identity providers with a secret are disabled. Enter their secrets again in the admin area.
  - Queued emails are deleted, and so are emails in the development mailbox.
  - Payment methods with credentials are disabled. Enter the credentials again in the admin area.
  - Codes of authenticator apps stop working. Passkeys and recovery codes still sign in. lectern member recover
    helps a person who has neither.
  - Open forms, links to files and unsubscribe links in old emails stop working.

Passwords, sessions and access tokens stay valid: they do not depend on the key. Stop every server first. If a copy of the
previous key exists, restore it instead: then no data is lost.`;

export const addSecretResetCommand = (secret: Command) =>
  secret
    .command("reset")
    .summary("replace all secrets that a lost secret key encrypted")
    .description(consequences)
    .option("--confirm", "required: this cannot be undone")
    .addHelpText("after", "\nExample:\n  $ LECTERN_SECRET_KEY=$(cat new.key) lectern secret reset --confirm")
    .action(
      action(async ({ config, open, output, now }, { confirm }: { confirm?: true }) => {
        if (!confirm) throw new UsageError(`Nothing was changed. Add --confirm to proceed.\n\n${consequences}`);
        const installation = await open({ checksSecretKey: false });
        const { database } = installation;
        const secretKey = loadSecretKey(config);
        const done = { signingKeys: 0, webhookEndpoints: 0, paymentMethods: 0, mails: 0 };
        for await (const site of everySite(database)) {
          const context = asCli(installation, site, now);
          if ((await listSigningKeys(context, now)).length > 0) {
            await perform(signingKeyRotation(secretKey), context, { immediately: true });
            done.signingKeys++;
          }
          done.webhookEndpoints += await database.transaction((db) =>
            resetWebhookSecrets({ ...context, db }, deriveKey(secretKey, "lectern webhooks")),
          );
          await dropPrivateKeys(context, now);
          await dropProviderSecrets(context);
          done.paymentMethods += await dropPaymentCredentials(context);
        }
        done.mails = await dropSealedMail(database);
        // Last step, so that an interrupted reset can be repeated.
        await replaceFingerprint(database, fingerprintOf(secretKey), now);
        const text = `New signing keys: ${done.signingKeys}. Webhook endpoints with a new secret: ${done.webhookEndpoints}. Payment methods disabled: ${done.paymentMethods}. Emails deleted: ${done.mails}.`;
        output.answer(done, `${text}\nStart Lectern with the same LECTERN_SECRET_KEY from now on.`);
      }),
    );
