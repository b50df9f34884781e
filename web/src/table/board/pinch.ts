/** Two fingers zoom what is in a box, one finger scrolls: inside the box, and at its end the page. Returns what undoes it. */
export function onPinch(box: HTMLElement, zoom: () => number, zoomTo: (wanted: number, x: number, y: number) => void): () => void {
  let apart = 0;
  let from = 1;
  const distance = ([a, b]: Touch[]) => (a && b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0);
  const begin = (event: TouchEvent) => {
    apart = distance([...event.touches]);
    from = zoom();
  };
  const pinch = (event: TouchEvent) => {
    const [a, b] = [...event.touches];
    if (!a || !b || !apart) return;
    event.preventDefault();
    const rect = box.getBoundingClientRect();
    zoomTo((from * distance([a, b])) / apart, (a.clientX + b.clientX) / 2 - rect.left, (a.clientY + b.clientY) / 2 - rect.top);
  };
  box.addEventListener("touchstart", begin, { passive: true });
  box.addEventListener("touchmove", pinch, { passive: false });
  return () => {
    box.removeEventListener("touchstart", begin);
    box.removeEventListener("touchmove", pinch);
  };
}
