import type { CDPSession, Page } from "playwright-core";

/** Properties of Chromium's virtual authenticator (DevTools protocol, WebAuthn). */
interface Options {
  /** The person passes the check of their finger or PIN. Default true. */
  isUserVerified?: boolean;
  /** The device can check a finger or PIN at all. Default true. */
  hasUserVerification?: boolean;
  /** Passkeys are shared by the devices of the person. Default false. */
  isSynced?: boolean;
}

/** An authenticator inside the browser. */
export class VirtualAuthenticator {
  readonly #session: CDPSession;
  readonly #id: string;

  private constructor(session: CDPSession, id: string) {
    this.#session = session;
    this.#id = id;
  }

  static async addTo(page: Page, options: Options = {}): Promise<VirtualAuthenticator> {
    const { isUserVerified = true, hasUserVerification = true, isSynced = false } = options;
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification,
        isUserVerified,
        automaticPresenceSimulation: true,
        defaultBackupEligibility: isSynced,
        defaultBackupState: isSynced,
      },
    });
    return new VirtualAuthenticator(session, authenticatorId);
  }

  /** The stored passkeys, with their private keys. */
  async credentials() {
    const { credentials } = await this.#session.send("WebAuthn.getCredentials", { authenticatorId: this.#id });
    return credentials;
  }

  /** Puts a copy of a passkey into this authenticator. */
  async add(credential: Awaited<ReturnType<VirtualAuthenticator["credentials"]>>[number]): Promise<void> {
    await this.#session.send("WebAuthn.addCredential", { authenticatorId: this.#id, credential });
  }

  async setUserVerified(isUserVerified: boolean): Promise<void> {
    await this.#session.send("WebAuthn.setUserVerified", { authenticatorId: this.#id, isUserVerified });
  }

  /** The person touches it whenever it asks. Otherwise, requests wait. */
  async setPresent(enabled: boolean): Promise<void> {
    await this.#session.send("WebAuthn.setAutomaticPresenceSimulation", { authenticatorId: this.#id, enabled });
  }

  async clear(): Promise<void> {
    await this.#session.send("WebAuthn.clearCredentials", { authenticatorId: this.#id });
  }
}
