// The browser only needs to know how a call is made; the server checks what is sent and answered.
// This Vite plugin removes the schemas of calls from the browser's bundle.
import { type ESTree, type Plugin, Visitor } from "vite";

/** What web/app/call.ts reads of a call. */
const read = ["method", "path", "who", "bearer"];

export function callsWithoutSchemas(): Plugin {
  return {
    name: "calls-without-schemas",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: /\/contract\/(rules\/)?[\w-]+\.ts$/ },
      handler(code) {
        const edits: Edit[] = [];
        let functions = 0;
        const enter = () => void functions++;
        const leave = () => void functions--;
        new Visitor({
          FunctionDeclaration: enter,
          "FunctionDeclaration:exit": leave,
          // Of methods, too.
          FunctionExpression: enter,
          "FunctionExpression:exit": leave,
          ArrowFunctionExpression: enter,
          "ArrowFunctionExpression:exit": leave,
          // Schemas that nothing uses can then be left out.
          CallExpression({ start }) {
            if (functions === 0) edits.push({ from: start, to: start, text: "/* @__PURE__ */ " });
          },
          VariableDeclarator({ id, init }) {
            if (id.type !== "Identifier" || !id.name.endsWith("Calls")) return;
            if (init?.type !== "ObjectExpression") return;
            for (const call of init.properties) {
              if (call.type === "Property" && call.value.type === "ObjectExpression")
                edits.push(...withoutSchemas(call.value, code));
            }
          },
        }).visit(this.parse(code));
        return { code: applyEdits(code, edits), map: null, moduleSideEffects: false };
      },
    },
  };
}

function withoutSchemas({ properties }: ESTree.ObjectExpression, code: string): Edit[] {
  const isRead = (property: (typeof properties)[number]) =>
    property.type === "Property" &&
    property.key.type === "Identifier" &&
    read.includes(property.key.name);
  return properties
    .filter((property) => !isRead(property))
    .map(({ start, end }) => ({ from: start, to: code[end] === "," ? end + 1 : end, text: "" }));
}

type Edit = { from: number; to: number; text: string };

function applyEdits(code: string, edits: Edit[]): string {
  let edited = "";
  let at = 0;
  for (const { from, to, text } of edits.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (from < at) continue;
    edited += code.slice(at, from) + text;
    at = to;
  }
  return edited + code.slice(at);
}
