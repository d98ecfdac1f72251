import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { refuse } from "#contract/refusals.ts";
import { Refused } from "#server/http/refused.ts";
import type { Shop } from "#server/shop.ts";
import { imagesFolder, isImageName } from "./image-store.ts";

/** Pictures are named after their content, so a browser that has one never asks again. */
export function serveImages(app: FastifyInstance, { env }: Shop): void {
  app.get<{ Params: { name: string; file: string } }>(
    "/images/:name/:file",
    { config: { who: "visitor", forEveryone: true } },
    async (request, reply) => {
      const { name, file } = request.params;
      const noSuchImage = new Refused(refuse("not-found", "There is no such picture."));
      if (!isImageName(name, file)) throw noSuchImage;
      const opened = await open(join(imagesFolder(env.DATA_DIR), name, file)).catch(
        () => undefined,
      );
      if (!opened) throw noSuchImage;
      const { size } = await opened.stat();
      return reply
        .type("image/webp")
        .header("cache-control", "public, max-age=31536000, immutable")
        .header("content-length", size)
        .send(createReadStream("", { fd: opened }));
    },
  );
}
