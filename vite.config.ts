import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { callsWithoutSchemas } from "./scripts/calls-without-schemas.ts";
import { codeAfterPaint } from "./scripts/code-after-paint.ts";

export default defineConfig(({ command }) => ({
  root: "web",
  plugins: [react(), tailwindcss(), callsWithoutSchemas(), codeAfterPaint()],
  build: { outDir: "../dist/next/web", emptyOutDir: true, target: "es2023", assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // What every page begins with is one file: each more would be one more way there and
              // back. So are the few that make a card of a part. Schemas come with the forms that
              // ask by them: see callsWithoutSchemas.
              groups: [
                { name: "schemas", test: /node_modules\/zod\/|contract\/fields\.ts/ },
                { name: "shop", tags: ["$initial"] },
                { name: "cards", test: /web\/(parts\/part-(card|grid|notes)|look\/picture)\./ },
              ],
            },
          },
        },
      },
    },
    // The renderer runs in the server's process: one file with all that it needs inside, so
    // that React's production build is used whatever NODE_ENV says, and that a running shop
    // does not miss a piece when the next one is built.
    ssr: {
      ...(command === "build" && {
        resolve: { noExternal: true as const },
        define: { "process.env.NODE_ENV": JSON.stringify("production") },
      }),
      build: {
        outDir: "../dist/next/renderer",
        emptyOutDir: true,
        copyPublicDir: false,
        rolldownOptions: { input: "renderer.tsx", output: { codeSplitting: false } },
      },
    },
  },
  builder: {
    buildApp: async (builder) => {
      for (const environment of Object.values(builder.environments))
        await builder.build(environment);
    },
  },
}));
