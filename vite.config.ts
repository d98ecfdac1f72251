import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { callsWithoutSchemas } from "./scripts/calls-without-schemas.ts";

export default defineConfig(({ command }) => ({
  root: "web",
  plugins: [react(), tailwindcss(), callsWithoutSchemas()],
  build: { outDir: "../dist/next/web", emptyOutDir: true, target: "es2023", assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // What every page needs is one file, without what main.ts needs to load it. Schemas
              // come with the forms that use them: see callsWithoutSchemas. Earlier groups take first.
              groups: [
                // Of what every page needs, only schemas name them.
                { name: "rules", test: /contract\/rules\/(catalogue-filters|money)\.ts$/ },
                { name: "schemas", test: /node_modules\/zod\/|contract\/fields\.ts/ },
                { name: "preload", test: /vite\/preload-helper/ },
                { name: "shop", test: /web\/boot\/start\.tsx$/ },
                // What a chosen car adds to a page: together it is smaller than in pieces.
                {
                  name: "fit",
                  test: /web\/(app\/verdicts|modules\/fitment\/(fit-places|verdict-look|verdict-calls|answer-fact))\.tsx?$|rules\/fit-words|icons\/circle(-question-mark)?\./,
                },
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
        rolldownOptions: { input: "boot/renderer.tsx", output: { codeSplitting: false } },
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
