// All pictures on one page, both themes side by side.
import type { Screen } from "./screen.ts";

type Shown = { screen: Screen; widths: number[] };

export function contactSheet(shown: Shown[], themes: readonly string[]): string {
  const sections = shown.map(({ screen: { name, who }, widths }) => {
    const figures = widths.flatMap((width) =>
      themes.map((theme) => {
        const file = `${name}-${width}-${theme}.png`;
        return `<figure><a href="${file}"><img src="${file}" alt="" loading="lazy"></a>
          <figcaption>${width}, ${theme}</figcaption></figure>`;
      }),
    );
    return `<section id="${name}"><h2>${name} <small>${who}</small></h2>
      <div>${figures.join("\n")}</div></section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title>
    <style>
      body { background: #777; color: #fff; font: 15px system-ui, sans-serif; margin: 2rem; }
      section > div { display: flex; gap: 1rem; overflow-x: auto; align-items: start; }
      figure { flex: none; margin: 0; }
      img { display: block; height: 26rem; width: auto; }
      small { font-weight: 400; opacity: .8; }
    </style>
    <h1>${shown.length} screens</h1>
    ${sections.join("\n")}</html>`;
}
