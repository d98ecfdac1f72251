import type { FastifyInstance } from "fastify";
import { Refusal, refuse } from "#contract/refusals.ts";
import type { Context } from "#server/context.ts";
import { RefusalError } from "#server/platform/http/refusal-error.ts";
import { isImageName } from "./image-store.ts";
import { openPictureStorage } from "./open-picture-storage.ts";

const immutable = "public, max-age=31536000, immutable";

export function serveImages(app: FastifyInstance, { env }: Pick<Context, "env">): void {
  const storage = openPictureStorage(env);
  app.get<{ Params: { name: string; file: string } }>(
    "/images/:name/:file",
    { config: { who: "visitor", forEveryone: true } },
    async (request, reply) => {
      const { name, file } = request.params;
      const noSuchImage = new RefusalError(refuse("not-found", "There is no such picture."));
      if (!isImageName(name, file)) throw noSuchImage;
      if (env.S3_PUBLIC_URL) {
        const address = `${env.S3_PUBLIC_URL}/images/${name}/${file}`;
        // Not for a year: the configuration may change.
        return reply.header("cache-control", "public, max-age=86400").redirect(address, 302);
      }
      const found = await storage.open(name, file);
      if (!found) throw noSuchImage;
      if (found instanceof Refusal) throw new RefusalError(found);
      if (found.size !== undefined) reply.header("content-length", found.size);
      return (
        reply
          .type("image/webp")
          .header("cache-control", immutable)
          // Never the uploaded file's name.
          .header("content-disposition", `inline; filename="${name}-${file}"`)
          .send(found.body)
      );
    },
  );
}
