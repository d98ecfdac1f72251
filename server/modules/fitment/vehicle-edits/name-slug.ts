import { toSlug } from "#contract/rules/part-path.ts";

/** Empty for a name without a letter or digit that an address can have. */
export const nameSlug = (name: string): string => (/[a-z0-9]/i.test(name) ? toSlug(name) : "");
