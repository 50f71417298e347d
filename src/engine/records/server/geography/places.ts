import brazil from './brazil.json' with { type: 'json' }

/** One entry of a selector. */
export interface Option {
  readonly id: string | number
  readonly name: string
}

/** ISO 3166-1 alpha-2, every country. */
const countryCodes =
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN
CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID
IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU
MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR
SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(
    /\s+/,
  )

const states: Readonly<Record<string, string>> = brazil.states
const cities: Readonly<Record<string, readonly string[]>> = brazil.cities

/** Every country by its code, names in English; pages show them in the reader's language by the code. */
export function countries(): Option[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region' })
  return countryCodes
    .map((id) => ({ id, name: names.of(id) ?? id }))
    .toSorted((first, second) => first.name.localeCompare(second.name, 'en'))
}

/** The states of a country by their codes; known for Brazil only, and Brazil's where no country is named. */
export function statesOf(country: string = 'BR'): Option[] {
  return country === 'BR' ? Object.entries(states).map(([id, name]) => ({ id, name })) : []
}

/** The cities of a Brazilian state, every one where no state is named. The id is the name, as activity carries it. */
export function citiesOf(state?: string): Option[] {
  const names = state === undefined ? Object.values(cities).flat() : Object.hasOwn(cities, state) ? cities[state]! : []
  return names.map((name) => ({ id: name, name }))
}
