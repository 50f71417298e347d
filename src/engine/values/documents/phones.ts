/** Area codes that Anatel gave out; a number with another one is no phone of Brazil. */
const areaCodes = '1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9]'
const brazilianPattern = new RegExp(String.raw`^\+55(?:${areaCodes})(?:9\d{8}|[2-8]\d{7})$`)
const internationalPattern = /^\+[1-9]\d{7,14}$/

/** An area code of two digits that begins with 0, which no trunk zero is: `(01) 98877-6655` is not `(19) 8877-6655`. */
const zeroArea = /^[\s(]*(?:\+?55[\s(]*)?\(?0[1-9][\s).\-/]/

/**
 * A phone in E.164 however people write it: with or without +55, with the trunk zero and a carrier before the area code,
 * with any punctuation. Without + and country code it is one of Brazil. What is no phone stays wrong.
 */
export function normalizePhone(value: string): string {
  const dialled = value
    .normalize('NFKC')
    .replace(/[\s().\-/\u2010-\u2015\u200B-\u200F\u202A-\u202E\u2060\uFEFF]/g, '')
    .replace(/^tel:/i, '')
    .replace(/^00(?=[1-9]\d{9})/, '+')
  if (/^\+(?!55)/.test(dialled)) return dialled
  if (zeroArea.test(value.normalize('NFKC'))) return dialled
  const national = dialled
    .replace(/^\+55/, '')
    .replace(/^55(?=\d{10,11}$)/, '')
    .replace(/^0(?:xx)?(?:\d{2}(?=\d{10,11}$))?/i, '')
  return `+55${national}`
}

/** Whether a normalized phone is one: of Brazil with an area code there is, else any number of 8 to 15 digits. */
export function isPhone(value: string): boolean {
  return (value.startsWith('+55') ? brazilianPattern : internationalPattern).test(value)
}
