/** Without the letters of the country. As the European Commission describes them. */
const patterns: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CH: /^E\d{9}(MWST|TVA|IVA)?$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^[1-9]\d{8}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^([A-Z]\d{7}[A-Z0-9]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  GB: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(\d{7}[A-Z]{1,2}|\d[A-Z]\d{5}[A-Z])$/,
  IT: /^\d{11}$/,
  LT: /^(\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  NO: /^\d{9}(MVA)?$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^[1-9]\d{1,9}$/,
  SE: /^\d{10}01$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
};

/** Numbers that do not begin with the code of their country. */
const prefixes: Readonly<Record<string, readonly string[]>> = {
  GR: ["EL"],
  GB: ["GB", "XI"],
  IM: ["GB"],
  MC: ["FR"],
};

const prefixesOf = (country: string) => prefixes[country] ?? [country];

function formatProblem(vatId: string): string | undefined {
  const prefix = vatId.slice(0, 2);
  const pattern = patterns[prefix];
  if (!pattern || pattern.test(vatId.slice(2))) return undefined;
  return `Does not have the form of VAT numbers that begin with ${prefix}`;
}

export function vatIdProblem(vatId: string, country: string): string | undefined {
  if (vatId === "") return undefined;
  const known = prefixesOf(country);
  if (!known.includes(vatId.slice(0, 2))) {
    return `Must begin with ${known.join(" or ")}, as the address is in ${country}`;
  }
  return formatProblem(vatId);
}
