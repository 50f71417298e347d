import { countryCodes } from '#engine/values/countries.ts'
import { foldText } from '#engine/values/foldText.ts'

/** Countries of programmes whose exports write three letters. */
const threeLetters = 'ARG BRA CAN CHL COL ESP FRA GBR ITA MEX PER PRT USA URY'
const named = new Map<string, string>()

/** The code of a country that a file names by its code, or by its name in one of the languages. */
export function countryNamed(text: string): string | undefined {
  if (named.size === 0) {
    for (const language of ['pt', 'en', 'es']) {
      const names = new Intl.DisplayNames(language, { type: 'region' })
      for (const code of countryCodes) named.set(foldText(names.of(code) ?? code), code)
    }
    const twoOf: Readonly<Record<string, string>> = { CHL: 'CL', PRT: 'PT', URY: 'UY', MEX: 'MX' }
    for (const three of threeLetters.split(' ')) named.set(foldText(three), twoOf[three] ?? three.slice(0, 2))
    for (const other of ['usa', 'eua', 'ee uu', 'united states of america']) named.set(other, 'US')
  }
  const code = text.trim().toUpperCase()
  return countryCodes.includes(code) ? code : named.get(foldText(text))
}
