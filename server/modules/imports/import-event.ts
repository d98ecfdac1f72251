import { importsTag } from "#contract/tags.ts";
import type { EventInput } from "#server/platform/events/outbox.ts";

export const importEvent = (name: string, id: string): EventInput => ({
  name,
  about: id,
  tags: [importsTag],
});
