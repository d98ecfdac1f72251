// The browser needs to know of a call how it is made. What may be sent and what comes back, the
// server checks; a schema is in the built pages only where a form asks by it. What makes the others
// is code to fetch, and to run before a page listens.
import { type ESTree, type Plugin, Visitor } from "vite";

/** What web/app/call.ts reads of a call. */
const read = ["method", "path", "who", "bearer"];

export function callsWithoutSchemas(): Plugin {
  return {
    name: "calls-without-schemas",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: /\/contract\/[\w-]+\.ts$/ },
      handler(code) {
        const marks: Mark[] = [];
        let functions = 0;
        const enter = () => void functions++;
        const leave = () => void functions--;
        new Visitor({
          FunctionDeclaration: enter,
          "FunctionDeclaration:exit": leave,
          ArrowFunctionExpression: enter,
          "ArrowFunctionExpression:exit": leave,
          CallExpression({ callee, arguments: [definition], start }) {
            if (functions > 0) return;
            // What nobody asks for can be left out: to make it does nothing else.
            marks.push({ from: start, to: start, instead: "/* @__PURE__ */ " });
            const isCall = callee.type === "Identifier" && callee.name === "defineCall";
            if (isCall && definition?.type === "ObjectExpression")
              marks.push(...notRead(definition, code));
          },
        }).visit(this.parse(code));
        return { code: edited(code, marks), map: null, moduleSideEffects: false };
      },
    },
  };
}

function notRead({ properties }: ESTree.ObjectExpression, code: string): Mark[] {
  const isRead = (property: (typeof properties)[number]) =>
    property.type === "Property" &&
    property.key.type === "Identifier" &&
    read.includes(property.key.name);
  return properties
    .filter((property) => !isRead(property))
    .map(({ start, end }) => ({ from: start, to: code[end] === "," ? end + 1 : end, instead: "" }));
}

type Mark = { from: number; to: number; instead: string };

function edited(code: string, marks: Mark[]): string {
  let made = "";
  let at = 0;
  for (const { from, to, instead } of marks.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (from < at) continue;
    made += code.slice(at, from) + instead;
    at = to;
  }
  return made + code.slice(at);
}
