// Where the browser is. Pages are paths: / /learn /new /new/card /cards /rules /records /about /t/CODE /r/CODE.

class Route {
  path = $state(location.pathname);
  query = $state(location.search);
  hash = $state(location.hash);

  constructor() {
    addEventListener("popstate", () => this.read());
    addEventListener("hashchange", () => this.read());
  }

  /** Go to a path of this site without loading the page anew. */
  go(path: string, replace = false): void {
    if (replace) history.replaceState(null, "", path);
    else history.pushState(null, "", path);
    const former = this.path;
    this.read();
    if (this.path !== former) scrollTo(0, 0);
  }

  /** The path's parts: `/t/ABCDEF` is `["t", "ABCDEF"]`. */
  get parts(): string[] {
    return this.path.split("/").filter(Boolean);
  }

  private read(): void {
    this.path = location.pathname;
    this.query = location.search;
    this.hash = location.hash;
  }
}

export const route = new Route();

/** Let a click on a link of this site change the page without loading it; other clicks stay the browser's. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element | null)?.closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  route.go(link.pathname + link.search + link.hash);
}
