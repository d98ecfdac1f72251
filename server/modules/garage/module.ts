import type { ShopModule } from "#server/module.ts";
import { garageHandlers } from "./handlers.ts";
import { readOwnGarage } from "./own-garage.ts";
import { resealVinsJob } from "./reseal-vins.ts";

export const garage = {
  handlers: (context) => ({ garage: garageHandlers(context) }),
  jobs: (context) => [resealVinsJob(context)],
  ownData: async ({ context: { db, env }, person }) => ({
    garage: await readOwnGarage(db, env.VIN_KEYS, person._id),
  }),
} satisfies ShopModule;
