// The preview picture for shared links, 1200 x 630. It does not name the shop, whose name may change.
import { readFile } from "node:fs/promises";

const [cx, cy] = [892, 306];
const paper = "#f7f5f1";
const accent = "#f4631e";

export async function sharePicture(): Promise<string> {
  const fonts = await Promise.all(
    [
      ["Wide", "archivo-wide"],
      ["Mono", "plex-mono"],
    ].map(async ([family, file]) => {
      const bytes = await readFile(`web/ui/fonts/${file}.woff2`, "base64");
      return `@font-face{font-family:${family};src:url(data:font/woff2;base64,${bytes})}`;
    }),
  );
  return `<!doctype html><style>${fonts.join("")}body{margin:0;background:#1a1d21}</style>
<svg width="1200" height="630" fill="none" stroke="${paper}">
  ${grid()}
  <g stroke-width="2">
    ${circle(236)}${circle(228)}${circle(132)}${circle(96)}${circle(58)}
    ${holes(5, 78, 9)}${holes(30, 180, 6)}${holes(30, 206, 5, 6)}
  </g>
  <g stroke="${accent}" stroke-width="54">${arc(204, -62, -8)}</g>
  <g stroke="#1a1d21" stroke-width="4">${arc(204, -58, -12)}</g>
  <g stroke-width="1.5" stroke-dasharray="28 6 6 6" stroke-opacity=".55">
    <path d="M${cx - 275} ${cy}H${cx + 275}M${cx} ${cy - 275}V${cy + 275}"/>
  </g>
  ${dimensionLine()}
  <g stroke="none" fill="${paper}" font-family="Wide" font-size="54" letter-spacing="-.5">
    <text x="72" y="268">Auto parts,</text>
    <text x="72" y="330">from the people</text>
    <text x="72" y="392">who make them.</text>
  </g>
  <rect x="72" y="176" width="56" height="8" fill="${accent}" stroke="none"/>
  <g stroke="none" fill="${paper}" font-family="Mono" font-size="20">
    <text x="72" y="452" fill-opacity=".75">Stock and price of each, since 2012</text>
    <text x="${cx + 252}" y="${cy - 12}" fill-opacity=".75">A</text>
    <text x="${cx - 30}" y="598">Ø 312 mm</text>
  </g>
</svg>`;
}

function grid(): string {
  const lines = [
    ...Array.from({ length: 29 }, (_, i) => `M${(i + 1) * 40} 0V630`),
    ...Array.from({ length: 15 }, (_, i) => `M0 ${(i + 1) * 40}H1200`),
  ];
  return `<path d="${lines.join("")}" stroke-opacity=".06"/>`;
}

function circle(r: number): string {
  return `<circle cx="${cx}" cy="${cy}" r="${r}"/>`;
}

function holes(count: number, at: number, r: number, turn = 0): string {
  return Array.from({ length: count }, (_, i) => {
    const [x, y] = point(at, (360 / count) * i + turn - 90);
    return `<circle cx="${x}" cy="${y}" r="${r}"/>`;
  }).join("");
}

function arc(r: number, from: number, to: number): string {
  const [a, b] = [point(r, from), point(r, to)];
  return `<path d="M${a.join(" ")}A${r} ${r} 0 0 1 ${b.join(" ")}"/>`;
}

/** The dimension line of the disc's diameter. */
function dimensionLine(): string {
  const [left, right, y] = [cx - 236, cx + 236, 592];
  const arrows = `M${left} ${y}l14 -5v10zM${right} ${y}l-14 -5v10z`;
  const line = `M${left} ${y}H${cx - 50}M${cx + 90} ${y}H${right}M${left} ${cy + 8}V${y + 10}M${right} ${cy + 8}V${y + 10}`;
  return `<path d="${line}" stroke-opacity=".6"/><path d="${arrows}" fill="${paper}" stroke="none"/>`;
}

function point(r: number, degrees: number): [number, number] {
  const angle = (degrees * Math.PI) / 180;
  return [round(cx + r * Math.cos(angle)), round(cy + r * Math.sin(angle))];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
