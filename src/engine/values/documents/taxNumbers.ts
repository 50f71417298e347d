import { isCnpj, isCpf } from './documents.ts'
import { mod97 } from './bankAccounts.ts'

/** A tax number as it is stored: without spaces, dots, dashes and slashes, letters in upper case. */
export const normalizeTaxNumber = (value: string): string => value.replace(/[\s.\-/]/g, '').toUpperCase()

/** The prefix that VAT numbers of a country have where it is not its code. */
const prefixes: Readonly<Record<string, string>> = { GR: 'EL' }

const digitsOf = (text: string): number[] => [...text].map(Number)
const weighted = (text: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * digitsOf(text)[index]!, 0)

/** Luhn, as Italy, Sweden and Austria use it: every second digit from the right doubled, its digits added. */
function isLuhn(text: string): boolean {
  const sum = digitsOf(text)
    .toReversed()
    .reduce((all, digit, index) => all + (index % 2 === 1 ? (digit * 2 > 9 ? digit * 2 - 9 : digit * 2) : digit), 0)
  return sum % 10 === 0
}

/** ISO 7064, mod 11,10: the last digit is the check digit. */
function isMod1110(text: string): boolean {
  const digits = digitsOf(text)
  const check = digits.slice(0, -1).reduce((product, digit) => {
    const sum = (digit + product) % 10 || 10
    return (sum * 2) % 11
  }, 10)
  return (11 - check) % 10 === digits.at(-1)
}

const isSpanish = (text: string): boolean => {
  const person = /^([XYZ]?)(\d{7,8})([A-Z])$/.exec(text)
  if (person) {
    const [, letter = '', number = '', check] = person
    if (letter.length + number.length !== 8) return false
    const whole = `${letter ? 'XYZ'.indexOf(letter) : ''}${number}`
    return 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(whole) % 23] === check
  }
  if (!/^[ABCDEFGHJNPQRSUVW]\d{7}[0-9A-J]$/.test(text)) return false
  const sum = digitsOf(text.slice(1, 8)).reduce(
    (all, digit, index) => all + (index % 2 === 0 ? Math.floor((digit * 2) / 10) + ((digit * 2) % 10) : digit),
    0,
  )
  const check = (10 - (sum % 10)) % 10
  return text[8] === String(check) || text[8] === 'JABCDEFGHI'[check]
}

const isIrish = (text: string): boolean => {
  const found = /^(\d{7})([A-W])([A-IW]?)$/.exec(text)
  if (!found) return false
  const [, number = '', check, second = ''] = found
  const extra = second === '' || second === 'W' ? 0 : second.charCodeAt(0) - 64
  return 'WABCDEFGHIJKLMNOPQRSTUV'[(weighted(number, [8, 7, 6, 5, 4, 3, 2]) + extra * 9) % 23] === check
}

const isBritish = (text: string): boolean => {
  const sum = weighted(text, [8, 7, 6, 5, 4, 3, 2]) + Number(text.slice(7, 9))
  return sum % 97 === 0 || (sum + 55) % 97 === 0
}

interface Form {
  readonly is: RegExp
  readonly holds?: (text: string) => boolean
}

const elevens = (weights: readonly number[]) => (text: string) => weighted(text, weights) % 11 === 0

/** What tax and VAT numbers of a country are: any of these forms, without the country's prefix. */
const forms: Readonly<Record<string, readonly Form[]>> = {
  AT: [
    {
      is: /^U\d{8}$/,
      holds: (text) =>
        (10 -
          ((digitsOf(text.slice(1, 8)).reduce(
            (all, digit, index) => all + (index % 2 === 1 ? Math.floor((digit * 2) / 10) + ((digit * 2) % 10) : digit),
            0,
          ) +
            4) %
            10)) %
          10 ===
        Number(text[8]),
    },
    { is: /^\d{9}$/ },
  ],
  BE: [
    { is: /^[01]\d{9}$/, holds: (text) => 97 - (Number(text.slice(0, 8)) % 97) === Number(text.slice(8)) },
    {
      is: /^\d{11}$/,
      holds: (text) =>
        ['', '2'].some((born) => 97 - (Number(`${born}${text.slice(0, 9)}`) % 97) === Number(text.slice(9))),
    },
  ],
  BG: [{ is: /^\d{9,10}$/ }],
  BR: [
    { is: /^\d{11}$/, holds: isCpf },
    { is: /^[0-9A-Z]{12}\d{2}$/, holds: isCnpj },
  ],
  CH: [{ is: /^E\d{9}(MWST|TVA|IVA)?$/ }, { is: /^756\d{10}$/ }],
  CY: [{ is: /^\d{8}[A-Z]$/ }],
  CZ: [{ is: /^\d{8,10}$/ }],
  DE: [
    { is: /^\d{9}$/, holds: isMod1110 },
    { is: /^[1-9]\d{10}$/, holds: isMod1110 },
  ],
  DK: [{ is: /^[1-9]\d{7}$/, holds: elevens([2, 7, 6, 5, 4, 3, 2, 1]) }, { is: /^\d{10}$/ }],
  EE: [{ is: /^\d{9}$/ }, { is: /^\d{11}$/ }],
  ES: [{ is: /^[0-9A-Z]\d{7}[0-9A-Z]$/, holds: isSpanish }],
  FI: [{ is: /^\d{8}$/, holds: elevens([7, 9, 10, 5, 8, 4, 2, 1]) }, { is: /^\d{6}[A+]?\d{3}[0-9A-Y]$/ }],
  FR: [
    { is: /^\d{11}$/, holds: (text) => Number(text.slice(0, 2)) === (12 + 3 * (Number(text.slice(2)) % 97)) % 97 },
    { is: /^(?=.?[A-HJ-NP-Z])[0-9A-HJ-NP-Z]{2}\d{9}$/ },
    { is: /^[0-3]\d{12}$/ },
  ],
  GB: [
    { is: /^\d{9}(\d{3})?$/, holds: isBritish },
    { is: /^\d{10}$/ },
    { is: /^[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$/ },
  ],
  GR: [
    { is: /^\d{9}$/, holds: (text) => (weighted(text, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(text[8]) },
  ],
  HR: [{ is: /^\d{11}$/, holds: isMod1110 }],
  HU: [{ is: /^\d{8}$/ }, { is: /^8\d{9}$/ }, { is: /^\d{11}$/ }],
  IE: [{ is: /^\d{7}[A-W][A-IW]?$/, holds: isIrish }, { is: /^\d[A-Z+*]\d{5}[A-W]$/ }],
  IT: [
    { is: /^\d{11}$/, holds: isLuhn },
    { is: /^[A-Z]{6}[0-9LMNP-V]{2}[A-EHLMPR-T][0-9LMNP-V]{2}[A-Z][0-9LMNP-V]{3}[A-Z]$/ },
  ],
  LT: [{ is: /^\d{9}(\d{3})?$/ }, { is: /^\d{11}$/ }],
  LU: [{ is: /^\d{8}$/, holds: (text) => Number(text.slice(0, 6)) % 89 === Number(text.slice(6)) }, { is: /^\d{13}$/ }],
  LV: [{ is: /^\d{11}$/ }],
  MT: [
    { is: /^\d{8}$/, holds: (text) => (weighted(text, [3, 4, 6, 7, 8, 9]) + Number(text.slice(6))) % 37 === 0 },
    { is: /^\d{1,7}[MGAPLHBZ]$/ },
    { is: /^\d{9}$/ },
  ],
  NL: [
    {
      is: /^\d{9}B\d{2}$/,
      holds: (text) => mod97(`NL${text}`) === 1 || weighted(text, [9, 8, 7, 6, 5, 4, 3, 2]) % 11 === Number(text[8]),
    },
    { is: /^\d{9}$/, holds: elevens([9, 8, 7, 6, 5, 4, 3, 2, -1]) },
  ],
  NO: [{ is: /^\d{9}(MVA)?$/, holds: elevens([3, 2, 7, 6, 5, 4, 3, 2, 1]) }, { is: /^\d{11}$/ }],
  PL: [
    { is: /^\d{10}$/, holds: (text) => weighted(text, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(text[9]) },
    { is: /^\d{11}$/, holds: (text) => (weighted(text, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) + Number(text[10])) % 10 === 0 },
  ],
  PT: [
    {
      is: /^[1-9]\d{8}$/,
      holds: (text) => {
        const rest = weighted(text, [9, 8, 7, 6, 5, 4, 3, 2]) % 11
        return (rest < 2 ? 0 : 11 - rest) === Number(text[8])
      },
    },
  ],
  RO: [{ is: /^\d{2,10}$/ }, { is: /^\d{13}$/ }],
  SE: [{ is: /^\d{10}(01)?$/, holds: (text) => isLuhn(text.slice(0, 10)) }],
  SI: [{ is: /^[1-9]\d{7}$/ }],
  SK: [{ is: /^[1-9]\d{8,9}$/ }],
}

/**
 * Whether the text is a tax or VAT number of a country, with or without the country's prefix: of the form its numbers
 * have, its check digits right where they are known. Of other countries 4 to 20 letters and digits are taken.
 * @example isTaxNumber({ country: 'PT', value: '501 964 843' }) // true
 */
export function isTaxNumber({ country, value }: { country: string; value: string }): boolean {
  const text = normalizeTaxNumber(value)
  const known = forms[country]
  if (!known) return /^(?=.*\d)[A-Z0-9]{4,20}$/.test(text)
  const prefix = prefixes[country] ?? country
  return [text, ...(text.startsWith(prefix) ? [text.slice(prefix.length)] : [])].some((each) =>
    known.some(({ is, holds }) => is.test(each) && (holds?.(each) ?? true)),
  )
}
