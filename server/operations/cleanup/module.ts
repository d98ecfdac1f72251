import type { ShopModule } from "#server/module.ts";
import { deleteExpiredJob } from "./delete-expired.ts";
import { removePicturesJob } from "./remove-pictures.ts";

export const cleanup = {
  jobs: (context, { expires }) => [
    deleteExpiredJob(context.db, expires),
    removePicturesJob(context),
  ],
} satisfies ShopModule;
