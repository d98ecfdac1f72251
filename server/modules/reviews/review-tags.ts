import { partTag } from "#contract/tags.ts";

/** The page of a part shows its reviews. */
export const reviewTags = (partId: string | null) =>
  partId === null ? ["reviews"] : ["reviews", partTag(partId)];
