import { userTag } from "#contract/tags.ts";
import type { EventInput } from "#server/platform/events/outbox.ts";

export const userEvent = (name: `user.${string}`, id: string): EventInput => ({
  name,
  about: id,
  tags: ["users", userTag(id)],
});
