import { positionOf, type Standing, sharing } from "#server/database/position.ts";

export { positionOf, sharing };

export async function standingOf(): Promise<Standing> {
  return { isOurs: true, hasCome: true };
}
