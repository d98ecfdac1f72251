import { positionOf, type Standing, sharing } from "#server/platform/database/position.ts";

export { positionOf, sharing };

export async function standingOf(): Promise<Standing> {
  return { isOurs: true, hasCome: true };
}
