/** Turns notifications on this device on and off. Shown in browsers that can. */
class Device extends HTMLElement {
  connectedCallback(): void {
    if (!("serviceWorker" in navigator) || !("PushManager" in globalThis)) return;
    for (const act of ["on", "off"] as const) {
      this.#button(act)?.addEventListener("click", () => void this.#do(act));
    }
    void this.#start();
  }

  /** The browser may have ended the subscription that the server knows. */
  async #start(): Promise<void> {
    const registration = await navigator.serviceWorker.getRegistration("/");
    const subscription = await registration?.pushManager.getSubscription();
    this.#show(this.dataset["on"] !== undefined && subscription != null);
    this.hidden = false;
  }

  async #do(act: "on" | "off"): Promise<void> {
    this.toggleAttribute("aria-busy", true);
    try {
      if (act === "on") await this.#turnOn();
      else await this.#turnOff();
      this.#show(act === "on");
      this.#say(act);
    } catch {
      this.#say(Notification.permission === "denied" ? "denied" : "failed");
    } finally {
      this.toggleAttribute("aria-busy", false);
    }
  }

  async #turnOn(): Promise<void> {
    if ((await Notification.requestPermission()) !== "granted") throw new Error("No permission.");
    await navigator.serviceWorker.register("/learn/offline-worker.js", { scope: "/" });
    const registration = await navigator.serviceWorker.ready;
    // One that was made for another person, or for a former key, is of no use.
    await (await registration.pushManager.getSubscription())?.unsubscribe();
    const key = this.dataset["key"] ?? "";
    const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = subscription.toJSON();
    await this.#send("on", { endpoint: endpoint ?? "", p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" });
  }

  async #turnOff(): Promise<void> {
    await this.#send("off", {});
    const registration = await navigator.serviceWorker.getRegistration("/");
    await (await registration?.pushManager.getSubscription())?.unsubscribe();
  }

  async #send(act: "on" | "off", fields: Record<string, string>): Promise<void> {
    const body = new URLSearchParams({ ...fields, act, csrf: this.dataset["csrf"] ?? "" });
    const response = await fetch(this.dataset["address"] ?? "", { method: "POST", body, redirect: "error" });
    if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
  }

  #show(isOn: boolean): void {
    const [on, off] = [this.#button("on"), this.#button("off")];
    if (on) on.hidden = isOn;
    if (off) off.hidden = !isOn;
  }

  #say(what: "on" | "off" | "denied" | "failed"): void {
    const status = this.querySelector("[role=status]");
    if (status) status.textContent = this.getAttribute(`data-said-${what}`) ?? "";
  }

  #button(act: string): HTMLButtonElement | null {
    return this.querySelector<HTMLButtonElement>(`[data-act="${act}"]`);
  }
}

customElements.define("l-device", Device);
