// The code of a page begins to come when the page has been painted: until then, whatever it needs to
// be seen has the line and the processor to itself. Here the built page loses its
// script; contract/first-paint.ts fetches it.
import type { Plugin } from "vite";

const entry = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/;
const ahead = /\s*<link rel="modulepreload" crossorigin href="[^"]+">/g;

export function codeAfterPaint(): Plugin {
  return {
    name: "code-after-paint",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const [, src] = entry.exec(html) ?? [];
        if (!src) throw new Error("The built page has no script to put off");
        return html
          .replace(entry, "")
          .replaceAll(ahead, "")
          .replace("</head>", `  <meta name="code" content="${src}">\n  </head>`);
      },
    },
  };
}
