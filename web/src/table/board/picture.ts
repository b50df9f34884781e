/** A position as a picture that needs nothing of the page: drawings put in their places, styles written on them. */

const SVG = "http://www.w3.org/2000/svg";
const PAINT = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-dasharray",
  "paint-order",
];
const TEXT = ["font-family", "font-size", "font-weight", "letter-spacing", "text-anchor"];
const USUAL: Record<string, string> = {
  fill: "rgb(0, 0, 0)",
  stroke: "none",
  "fill-opacity": "1",
  "stroke-opacity": "1",
  "stroke-width": "1px",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  "stroke-dasharray": "none",
  "paint-order": "normal",
  "letter-spacing": "normal",
  "text-anchor": "start",
  opacity: "1",
};

/** `color(srgb …)`, as mixed colours are told by browsers, in the notation every program knows. */
export function plainColour(value: string): string {
  const mixed = /^color\(srgb ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)\)$/.exec(value);
  return mixed
    ? `rgb(${mixed
        .slice(1)
        .map((part) => Math.round(Number(part) * 255))
        .join(", ")})`
    : value;
}

/** Give an element the classes and own styles of another; never as an attribute, which a page's policy may refuse. */
function dressed(element: SVGElement, like: SVGElement): void {
  element.classList.add(...like.classList);
  element.style.cssText = like.style.cssText;
}

/** Put what each `use` refers to in its place. */
function unfold(root: Element, depth = 0): void {
  for (const use of [...root.querySelectorAll("use")]) {
    const drawing = document.querySelector<SVGElement>(`[id="${(use.getAttribute("href") ?? "#").slice(1)}"]`);
    const group = document.createElementNS(SVG, "g");
    dressed(group, use);
    if (drawing && depth < 6) {
      const number = (name: string, otherwise: number) => Number(use.getAttribute(name) ?? otherwise);
      const [, , wide = 0, high = 0] = (drawing.getAttribute("viewBox") ?? "").split(/\s+/).map(Number);
      const scale = wide && high ? Math.min(number("width", wide) / wide, number("height", high) / high) : 1;
      const inner = document.createElementNS(SVG, "g");
      inner.setAttribute("transform", `translate(${number("x", 0)} ${number("y", 0)}) scale(${scale})`);
      dressed(inner, drawing);
      inner.append(...[...drawing.childNodes].map((node) => node.cloneNode(true)));
      group.append(inner);
    }
    use.replaceWith(group);
    unfold(group, depth + 1);
  }
}

type Style = Record<string, string>;

const READ = [...PAINT, ...TEXT, "opacity", "transform", "transform-origin", "filter"];

function styleOf(element: Element): Style {
  const style = getComputedStyle(element);
  return Object.fromEntries(READ.map((name) => [name, plainColour(style.getPropertyValue(name))]));
}

/** Write the styles that hold for an element on it, and take away what refers to the page. */
function settle(element: SVGElement, style: Style): void {
  const isGroup = element instanceof SVGGElement || element instanceof SVGSVGElement;
  const isText = element instanceof SVGTextElement;
  for (const name of [...PAINT, ...TEXT, "opacity"]) {
    const value = style[name];
    // Only what is painted says how: groups hand nothing down.
    const counts =
      name === "opacity" || (!isGroup && (isText || !TEXT.includes(name)) && (!name.startsWith("stroke-") || style["stroke"] !== "none"));
    if (counts && value && value !== USUAL[name]) element.setAttribute(name, value);
    else element.removeAttribute(name);
  }
  const moved = style["transform"] ?? "none";
  if (moved !== "none" && !(element instanceof SVGSVGElement)) {
    const [x = 0, y = 0] = (style["transform-origin"] ?? "").split(" ").map(parseFloat);
    element.setAttribute("transform", x || y ? `translate(${x} ${y}) ${moved} translate(${-x} ${-y})` : moved);
  }
  element.removeAttribute("style");
  if (style["filter"] !== "none") element.setAttribute("style", `filter:${style["filter"]}`);
  for (const name of element.getAttributeNames()) if (/^(class$|data-|aria-)/.test(name)) element.removeAttribute(name);
}

/** The drawing as an SVG file's text. Signs for the player (`.signs`) are left out. */
export function pictureOf(drawing: SVGSVGElement, title: string): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  for (const sign of copy.querySelectorAll(".signs, defs:not(.kept)")) sign.remove();
  unfold(copy);
  const [x = 0, y = 0, wide = 0, high = 0] = (copy.getAttribute("viewBox") ?? "").split(" ").map(Number);
  const ground = document.createElementNS(SVG, "rect");
  for (const [name, value] of Object.entries({ x, y, width: wide, height: high })) ground.setAttribute(name, String(value));
  ground.style.fill = "var(--bg)";
  copy.prepend(ground);
  // Styles are known only inside the page: the copy stands in it, unseen, while they are read.
  const stage = document.createElement("div");
  stage.style.cssText = "position:absolute;width:0;height:0;overflow:hidden";
  stage.append(copy);
  drawing.parentElement!.append(stage);
  const all = [copy, ...copy.querySelectorAll<SVGElement>("*")];
  const styles = all.map(styleOf);
  stage.remove();
  all.forEach((element, i) => settle(element, styles[i]!));
  copy.setAttribute("width", String(Math.round(wide)));
  copy.setAttribute("height", String(Math.round(high)));
  const name = document.createElementNS(SVG, "title");
  name.textContent = title;
  copy.prepend(name);
  return new XMLSerializer().serializeToString(copy).replace(/<!--.*?-->/gs, "");
}

/** An SVG file's text as a PNG picture, `scale` times as large. */
export async function painted(svg: string, scale: number): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.width * scale);
  canvas.height = Math.round(image.height * scale);
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser cannot paint pictures; export the position as SVG instead.");
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) =>
    canvas.toBlob(
      (blob) => (blob ? done(blob) : fail(new Error("The picture could not be made; export the position as SVG instead."))),
      "image/png",
    ),
  );
}
