import { type LookupAddress, lookup } from "node:dns";
import type { LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";

export class NotPublicError extends Error {}

/** For connections: the address that is checked is the one that is connected to. */
export const lookUpPublic: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, found: LookupAddress[] = []) => {
    if (error) return done(error, []);
    if (!found.every(({ address }) => isPublicAddress(address))) {
      return done(new NotPublicError(`${host} is not on the public internet`), []);
    }
    const [first] = found;
    if (options.all) return done(null, found);
    done(null, first?.address ?? "", first?.family);
  });
};
