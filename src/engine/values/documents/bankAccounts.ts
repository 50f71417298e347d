/** How long an IBAN is in each country that has them (SWIFT's registry). */
const ibanLengths: Readonly<Record<string, number>> = Object.fromEntries(
  `AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27
GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19
MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24
TR26 UA29 VA22 VG24 XK20 YE30`
    .split(/\s+/)
    .map((each) => [each.slice(0, 2), Number(each.slice(2))]),
)

/** An IBAN as it is stored: without spaces and dashes, letters in upper case. */
export const normalizeIban = (value: string): string => value.replace(/[\s-]/g, '').toUpperCase()

/** The remainder by 97 of a number written with letters, each worth 10 to 35 (ISO 7064). */
export function mod97(text: string): number {
  return [...text].reduce((rest, character) => {
    const value = Number.parseInt(character, 36)
    return (rest * (value > 9 ? 100 : 10) + value) % 97
  }, 0)
}

/**
 * Whether the text, with or without its spaces, is an IBAN: as long as those of its country are, its check digits right.
 * @example isIban('MT84 MALT 0110 0001 2345 MTLC AST0 01S') // true
 */
export function isIban(value: string): boolean {
  const iban = normalizeIban(value)
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]+$/.test(iban) || iban.length !== ibanLengths[iban.slice(0, 2)]) return false
  const check = Number(iban.slice(2, 4))
  return check >= 2 && check <= 98 && mod97(`${iban.slice(4)}${iban.slice(0, 4)}`) === 1
}

/** A BIC as it is stored: without spaces, letters in upper case. */
export const normalizeBic = (value: string): string => value.replace(/\s/g, '').toUpperCase()

/** Whether the text is a BIC (ISO 9362): bank, country and place, and a branch or none. */
export const isBic = (value: string): boolean =>
  /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(normalizeBic(value))
