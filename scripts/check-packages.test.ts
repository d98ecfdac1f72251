import { describe, expect, it } from "vitest";
import { manifestProblems, problemsIn } from "./check-packages.ts";

const exported: Record<string, unknown> = {
  "react-router": { ".": "./index.js", "./dom": "./dom.js", "./parts/*.js": "./parts/*.js" },
};
const check = (text: string, file = "server/app.ts") =>
  problemsIn(file, text, (name) => exported[name]);

describe("the use of packages", () => {
  it.each([
    'import { UNSAFE_DataRouterContext } from "react-router";',
    'import { unstable_usePrompt as usePrompt } from "react-router";',
    'import * as router from "react-router"; router.UNSAFE_invariant(1);',
    'import * as React from "react"; React.__CLIENT_INTERNALS_DO_NOT_USE;',
    'const { __internal_state } = await import("react-router");',
    'import "react-router/dist/lib/context.js";',
    'const context = await import("react-router/dist/context.js");',
    'import "fastify/lib/reply.js";',
    'import "../node_modules/fastify/lib/reply.js";',
    'import { register } from "node:module"; register("./hooks.mjs", import.meta.url);',
    'import module from "node:module"; module.registerHooks({});',
    'import { Module } from "node:module"; Module.register("./hooks.mjs");',
    'import Module from "node:module"; Module._load = () => {};',
    'const flags = ["--experimental-loader", "./hooks.mjs"];',
    'import pg from "pg"; pg.Client.prototype.query = () => {};',
    'import { Client } from "pg"; Object.assign(Client.prototype, {});',
    'import { Client } from "pg"; Object.defineProperty(Client.prototype, "query", {});',
    'import pg from "pg"; pg.defaults.poolSize = 1;',
    'import { Socket } from "node:net"; Socket.prototype.connect = () => {};',
    "Array.prototype.last = () => {};",
    "process.emitWarning = () => {};",
    "const { _httpMessage: response } = socket as { _httpMessage?: object };",
    "if (socket._httpMessage) socket.destroy();",
    'type State = (typeof schema)["_zod"]["output"];',
  ])("rejects %s", (text) => {
    expect(check(text)).not.toEqual([]);
  });

  it.each([
    'import { useMatches } from "react-router"; import "react-router/dom";',
    'import "react-router/parts/link.js"; import "#server/app.ts"; import "./health.ts";',
    'import { createRequire } from "node:module"; createRequire(import.meta.url).resolve("pg");',
    'import type { Client } from "pg"; const client = {} as Client; Object.assign({}, client);',
    "const registry = new Registry(); registry.register(1); client.name = 2;",
    'const program = "node_modules/typescript/bin/tsc";',
    "const { _id } = order; process.exitCode = 1; z._default(schema, 1);",
  ])("accepts %s", (text) => {
    expect(check(text)).toEqual([]);
  });

  it("lets tests replace what belongs to Node, but nothing of a package", () => {
    const patch = (from: string) =>
      `import { Socket } from "${from}"; Socket.prototype.connect = () => {};`;
    expect(check(patch("node:net"), "tests/fail-on-warnings.ts")).toEqual([]);
    expect(check(patch("pg"), "tests/fail-on-warnings.ts")).toHaveLength(1);
  });
});

describe("the manifest", () => {
  const files = ["package.json", "server/main.ts", "scripts/check-packages.ts"];
  const dependencies = { pg: "8.23.1" };

  it("is accepted with exact versions and ordinary scripts", () => {
    const scripts = { start: "node --max-semi-space-size=8 server/main.ts" };
    expect(manifestProblems({ dependencies, scripts }, files)).toEqual([]);
  });

  it.each<[string, Record<string, unknown>, string[]?]>([
    ["patch-package", { devDependencies: { "patch-package": "8.0.1" } }],
    ["a folder of patches", {}, ["patches/pg+8.23.1.diff"]],
    ["a patch", {}, ["server/platform/database/driver.patch"]],
    ["a script after the installation", { scripts: { postinstall: "node mend.mjs" } }],
    ["an override", { overrides: { pg: "npm:other-pg@1.0.0" } }],
    ["a package by another name", { dependencies: { pg: "npm:other-pg@1.0.0" } }],
    ["a package from a folder", { dependencies: { pg: "file:./pg" } }],
    ["a loader", { scripts: { start: "node --experimental-loader ./hooks.mjs server/main.ts" } }],
  ])("is rejected with %s", (_, changed, added = []) => {
    expect(manifestProblems({ dependencies, ...changed }, [...files, ...added])).toHaveLength(1);
  });
});
