import { keepList } from "#web/app/kept-list.ts";

/** Of visitors: ids of parts, the newest first. */
export const localWishes = keepList("wishes");
