import { spawn } from "node:child_process";
import fs from "node:fs";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { atEnd } from "../processes/at-end.ts";
import { aKeyPair } from "./saml-provider.ts";

const folder = "/usr/share/simplesamlphp";

/** The reason to skip tests with SimpleSAMLphp; false where the package of Debian is installed. */
export const whyNoSimpleSamlPhp: string | false =
  fs.existsSync(`${folder}/www/module.php`) && fs.existsSync("/usr/bin/php")
    ? false
    : "needs the Debian packages simplesamlphp and php-cli";

export interface SimpleSamlPhp {
  origin: string;
  /** Address of its metadata. */
  metadata: string;
  /** Registers the school by its metadata, with further settings of it in PHP. */
  register: (metadata: string, more?: string) => void;
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** SimpleSAMLphp as a provider on this machine, at which ana signs in with the password “harbour”. */
export async function aSimpleSamlPhp(): Promise<SimpleSamlPhp> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), "simplesamlphp-"));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { pem, certificate } = await aKeyPair();
  const write = (name: string, text: string) => fs.writeFileSync(path.join(home, name), text);
  for (const name of ["metadata", "log", "data", "tmp", "sessions"]) fs.mkdirSync(path.join(home, name));
  write("idp.pem", pem);
  write(
    "idp.crt",
    `-----BEGIN CERTIFICATE-----\n${certificate.replaceAll(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  );
  write(
    "config.php",
    `<?php $config = [
      'baseurlpath' => '${origin}/', 'certdir' => '${home}/', 'loggingdir' => '${home}/log/', 'datadir' => '${home}/data/',
      'tempdir' => '${home}/tmp', 'metadatadir' => '${home}/metadata/', 'attributenamemapdir' => '/etc/simplesamlphp/attributemap/',
      'secretsalt' => 'harbour', 'auth.adminpassword' => 'harbour', 'technicalcontact_email' => 'na@example.org',
      'enable.saml20-idp' => true, 'module.enable' => ['exampleauth' => true, 'core' => true, 'saml' => true],
      'store.type' => 'phpsession', 'session.phpsession.savepath' => '${home}/sessions', 'session.cookie.secure' => false,
      'session.cookie.samesite' => null, 'logging.handler' => 'file', 'language.default' => 'en',
      'metadata.sources' => [['type' => 'flatfile', 'directory' => '${home}/metadata']],
    ];`,
  );
  write(
    "authsources.php",
    `<?php $config = ['example-userpass' => ['exampleauth:UserPass', 'ana:harbour' => [
      'uid' => ['ana'], 'mail' => ['ana@harbour.example'], 'displayName' => ['Ana Lima'], 'groups' => ['teachers', 'staff'],
    ]]];`,
  );
  write(
    "metadata/saml20-idp-hosted.php",
    `<?php $metadata['${origin}/idp'] = ['host' => '__DEFAULT__', 'privatekey' => 'idp.pem', 'certificate' => 'idp.crt',
      'auth' => 'example-userpass', 'authproc' => [3 => ['class' => 'saml:PersistentNameID', 'attribute' => 'uid']]];`,
  );
  const php = spawn("/usr/bin/php", ["-d", "error_reporting=0", "-S", `127.0.0.1:${port}`, "-t", `${folder}/www`], {
    env: { ...process.env, SIMPLESAMLPHP_CONFIG_DIR: home, PHP_CLI_SERVER_WORKERS: "2" },
    stdio: "ignore",
  });
  atEnd(() => {
    php.kill();
    fs.rmSync(home, { recursive: true, force: true });
  });
  await listening(port);
  return {
    origin,
    metadata: `${origin}/saml2/idp/metadata.php`,
    register: (metadata, more = "") => {
      write("school.xml", metadata);
      write(
        "metadata/saml20-sp-remote.php",
        `<?php $school = \\SimpleSAML\\Metadata\\SAMLParser::parseFile('${home}/school.xml');
          $metadata[$school->getEntityId()] = [
            'validate.authnrequest' => true, 'validate.logout' => true, 'sign.logout' => true, ${more}
            'NameIDFormat' => 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
          ] + $school->getMetadata20SP();`,
      );
    },
  };
}

/** Waits until the server accepts connections. */
async function listening(port: number): Promise<void> {
  for (;;) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = net.connect(port, "127.0.0.1", () => {
        socket.destroy();
        resolve(true);
      });
      socket.on("error", () => resolve(false));
    });
    if (isOpen) return;
  }
}
