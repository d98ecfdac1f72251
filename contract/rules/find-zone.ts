/** In place of a country: all that no other zone names. */
export const anywhere = "*";

/** Postcodes that begin with `from`, with `to`, or between. Empty: all of the region or country. */
type Place = { country: string; region: string; from: string; to: string };
type Zone = { places: readonly Place[] };
export type Destination = { country: string; region?: string; postcode?: string };

/** "sw1a 1aa" → "SW1A1AA" */
export function normalizePostcode(postcode: string): string {
  return postcode.toUpperCase().replace(/[^A-Z0-9]/g, "");
}

/** Sorts after everything that begins with the same characters. */
const end = "\uffff";

/** A range of postcodes beats a region, a region the country, the country "anywhere". */
export function findZone<Known extends Zone>(
  zones: readonly Known[],
  destination: Destination,
): Known | undefined {
  const ranked = zones.flatMap((zone) =>
    zone.places
      .filter((place) => includes(place, destination))
      .map((place) => ({ zone, rank: rankOf(place) })),
  );
  return ranked.sort((one, other) => other.rank - one.rank)[0]?.zone;
}

function includes(place: Place, { country, region = "", postcode = "" }: Destination) {
  if (place.country === anywhere) return true;
  if (place.country !== country) return false;
  if (place.region && place.region.toLowerCase() !== region.trim().toLowerCase()) return false;
  if (!place.from) return true;
  const code = normalizePostcode(postcode);
  return code !== "" && place.from <= code && code <= place.to + end;
}

function rankOf({ country, region, from }: Place): number {
  return Number(country !== anywhere) + 2 * Number(region !== "") + 4 * Number(from !== "");
}

export function placesOverlap(one: Place, other: Place): boolean {
  if (one.country !== other.country || rankOf(one) !== rankOf(other)) return false;
  if (one.region.toLowerCase() !== other.region.toLowerCase()) return false;
  return one.from <= other.to + end && other.from <= one.to + end;
}
