import { anywhere } from "./find-zone.ts";

export const allCountries =
  "AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW".split(
    " ",
  );

type Zone = { id: string; places: readonly { country: string }[] };
type Method = { zone: string | null; active: boolean };

/** Where something is delivered to. Whoever collects at the works may live anywhere. */
export function deliveryCountries(
  zones: readonly Zone[],
  methods: readonly Method[],
): readonly string[] {
  const active = methods.filter((method) => method.active);
  const used = zones.filter(({ id }) => active.some(({ zone }) => zone === id));
  const named = new Set(used.flatMap(({ places }) => places.map(({ country }) => country)));
  const canCollect = active.some(({ zone }) => zone === null);
  const isEverywhere = named.has(anywhere) || canCollect;
  return isEverywhere ? allCountries : [...named].sort();
}

/** The first of the wanted countries that is delivered to, else any that is. */
export function presetCountry(
  countries: readonly string[],
  ...wanted: readonly [...(string | undefined)[], home: string]
): string {
  const home = wanted.at(-1) ?? "";
  const found = wanted.find((country) => country && countries.includes(country));
  return found ?? countries[0] ?? home;
}
