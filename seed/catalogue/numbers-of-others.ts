import type { PartNumber } from "#contract/part-edits.ts";
import { gtinCheckDigit } from "#contract/rules/part-number.ts";
import { arbitrary } from "./catalogue-entry.ts";

const digits = (seed: string, count: number) =>
  Array.from({ length: count }, (_, at) => arbitrary(`${seed} ${at}`, 10)).join("");
const letter = (seed: string) => "ABCDEFGHJKLMNPRSTUVWXYZ".charAt(arbitrary(seed, 23));

/** How each maker of cars writes its numbers. All are fictional. */
const makers: Record<string, (seed: string) => string> = {
  Haldren: (seed) => `${digits(`${seed}a`, 5)}-0${letter(seed)}${digits(`${seed}b`, 3)}`,
  Corvane: (seed) => {
    const [first, second] = [digits(`${seed}a`, 3), digits(`${seed}b`, 3)];
    return `8${letter(seed)}0 ${first} ${second} ${letter(`${seed}c`)}`;
  },
  Tessaro: (seed) => `34${digits(seed, 9)}`,
  Bramwick: (seed) => `A20${digits(seed, 8)}`,
  Ostkamp: (seed) => `${digits(`${seed}a`, 5)}-1${letter(seed)}${digits(`${seed}b`, 3)}`,
  Mirelle: (seed) => `77${digits(seed, 8)}`,
};

const competitors: Record<string, (seed: string) => string> = {
  Veltrano: (seed) => `VT ${digits(seed, 3)}.${digits(`${seed}b`, 3)}`,
  Kasmund: (seed) => `${letter(seed)}${letter(`${seed}b`)}-${digits(seed, 5)}`,
  Ferrowell: (seed) => `FW${digits(seed, 6)}/${1 + arbitrary(seed, 8)}`,
};

/** What these parts were called before: their addresses lead to the present number. */
const earlierNumbers: Record<string, string> = {
  "PW-2312": "BD 312 V",
  "PW-1150": "AL 150-14",
  "PW-7714-R": "TRE 14 R",
  "PW-801-240": "CK 240/3",
};

/** A GTIN of the range that shops use within themselves, one or two OE numbers, competitors', earlier ones. */
export function numbersOfOthers(number: string): PartNumber[] {
  const body = `2${arbitrary(number, 10)}${digits(`${number} gtin`, 10)}`;
  const gtin = { kind: "gtin", brand: null, written: `${body}${gtinCheckDigit(body)}` } as const;
  const pick = (from: Record<string, (seed: string) => string>, count: number, kind: Kind) => {
    const start = arbitrary(`${number} ${kind}`, Object.keys(from).length);
    const names = [...Object.keys(from), ...Object.keys(from)].slice(start, start + count);
    return names.map((brand) => ({ kind, brand, written: from[brand]?.(number + brand) ?? "" }));
  };
  const oe = pick(makers, 1 + arbitrary(`${number} makers`, 2), "oe");
  const others = pick(competitors, arbitrary(`${number} others`, 3), "competitor");
  const earlier = earlierNumbers[number];
  const old = earlier ? [{ kind: "old", brand: null, written: earlier } as const] : [];
  return [gtin, ...oe, ...others, ...old].map((each) => ({ ...each, pieces: 1, note: "" }));
}

type Kind = "oe" | "competitor";
