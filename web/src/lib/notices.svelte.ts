// Notices of the browser: it is my turn while I look at something else. Asked for only when somebody clicks, and off by one switch.

import { route } from "./router.svelte";
import { settings } from "./settings.svelte";

class Notices {
  /** Whether this browser has notices at all. */
  readonly can = typeof Notification !== "undefined";
  private permission = $state(this.can ? Notification.permission : "denied");
  /** Whether the browser was asked, and nobody allowed it. */
  refused = $state(false);

  get on(): boolean {
    return this.permission === "granted" && settings.now.notices;
  }

  /** Ask the person, by the browser's own question. */
  async ask(): Promise<void> {
    if (!this.can) return;
    this.permission = await Notification.requestPermission();
    this.refused = this.permission !== "granted";
    settings.set({ notices: !this.refused });
    if (!this.refused) await navigator.serviceWorker?.register("/notices.js").catch(() => null); // some phones show notices only through it
  }

  /** Show a notice that leads to an address, unless the page is looked at. */
  show(title: string, body: string, address: string): void {
    if (!this.on || !document.hidden) return;
    const what = { body, tag: address, icon: "/icon-192.png", data: address };
    try {
      const notice = new Notification(title, what);
      notice.onclick = () => {
        window.focus();
        if (route.path !== address) route.go(address);
        notice.close();
      };
    } catch {
      void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, what)).catch(() => null);
    }
  }
}

export const notices = new Notices();
