// Loads all of the shop without starting it. What is compiled is kept, so that even the first start
// need not do it, nor hold the tools for it in memory (see server/load-quickly.mjs).
await import("#server/run.ts");
await import("#seed/fill.ts");
await import(new URL("../dist/renderer/renderer.js", import.meta.url).href);
