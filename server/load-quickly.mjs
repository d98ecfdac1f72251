// Loaded before the program. Loading modules was most of the work of starting, and what it left
// behind most of the memory at rest. Not TypeScript, because the tool that
// strips types is among what is not loaded any more.
import { enableCompileCache, registerHooks } from "node:module";
import { fileURLToPath } from "node:url";

// Types are stripped and code is compiled once, not at each start. Where the folder cannot be
// written, each start does it anew.
enableCompileCache(fileURLToPath(new URL("../.cache/compiled", import.meta.url)));

const drizzle = new URL("../node_modules/drizzle-orm/", import.meta.url).href;

// For each file of a package Node reads the whole package.json anew, to know what kind of file it
// is. That of drizzle-orm is 180 KB long, and it has 150 files.
registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    if (!parentURL?.startsWith(drizzle) || !/^\..*\.js$/.test(specifier)) {
      return next(specifier, context);
    }
    return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
  },
});

// A deploy that is wanted (SIGUSR2) before the program hears of it need not be made: the processes
// that serve start later, from what lies on the disk then. Unheard, the signal would end it.
process.on("SIGUSR2", () => {});

// To import node:http reads everything that it has, and so loads another whole client of HTTP for
// these three, which nobody here uses.
const http = process.getBuiltinModule("node:http");
for (const name of ["WebSocket", "CloseEvent", "MessageEvent"]) delete http[name];
