// What is asked of the door: each route by everybody, by every method, in every spelling.
import type { RouteAccess } from "#server/platform/http/access.ts";
import { addressOf, callOf, nothing } from "../proofs/calls.ts";
import { type Asker, ways } from "./askers.ts";
import { mutate, mutations } from "./mutations.ts";
import type { Try, World } from "./who-may.ts";

export const methods = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "TRACE",
  "PROPFIND",
];

/** Nobody is made an admin, and nobody is removed, while others are asked about. */
export function pathOf(world: World, { method, url, who }: RouteAccess): string {
  return addressOf(url, who === "admin" ? nothing : world.named, callOf({ method, url }));
}

export function triesAt(address: Omit<Try, "asker" | "way">, askers: readonly Asker[]): Try[] {
  return askers.flatMap((asker) => ways.map((way) => ({ ...address, asker, way })));
}

export function onTheirRoutes(world: World, askers: readonly Asker[]): Try[] {
  return world.table.flatMap((line) =>
    triesAt({ method: line.method, path: pathOf(world, line) }, askers),
  );
}

export function byOtherMethods(world: World, askers: readonly Asker[]): Try[] {
  const routes = new Map(world.table.map((line) => [line.url, pathOf(world, line)]));
  return [...routes].flatMap(([url, path]) =>
    methods
      .filter((method) => !world.table.some((line) => line.method === method && line.url === url))
      .flatMap((method) => triesAt({ method, path }, askers)),
  );
}

export function inOtherSpellings(world: World, askers: readonly Asker[]): Try[] {
  return world.table.flatMap((line) => {
    const path = pathOf(world, line);
    return Object.entries(mutations).flatMap(([name, spell]) => {
      const mutation = { name, path: mutate(path, spell) };
      // A path of one word has no slash within.
      return mutation.path === path ? [] : triesAt({ method: line.method, path, mutation }, askers);
    });
  });
}
