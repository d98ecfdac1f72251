import type { ShopModule } from "#server/module.ts";
import { peopleHandlers } from "./handlers.ts";

export const people = {
  handlers: (context) => ({ people: peopleHandlers(context) }),
} satisfies ShopModule;
