import type { ShopModule } from "#server/module.ts";
import { imageHandlers } from "./handlers.ts";
import { serveImages } from "./serve-images.ts";

export const media = {
  handlers: (context) => ({ images: imageHandlers(context) }),
  routes: serveImages,
} satisfies ShopModule;
