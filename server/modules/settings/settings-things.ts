import type { ThingSource } from "#server/platform/things/things.ts";
import { sections } from "./default-settings.ts";
import { idOfSection } from "./store.ts";

export const settingsThings: ThingSource = {
  name: async () =>
    new Map(
      sections.map((section) => [
        idOfSection(section),
        { name: `the ${section} settings`, key: section },
      ]),
    ),
};
