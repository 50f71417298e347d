import { siteAddress } from '#engine/values/siteAddress.ts'

/**
 * What becomes of an application: it waits for staff, or for an answer of the applicant, until it is decided; that of
 * somebody banned is at once.
 */
export const applicationStates = ['new', 'asked', 'approved', 'refused', 'banned'] as const
export type ApplicationState = (typeof applicationStates)[number]

/** The fewest digits of a telephone number. */
const phoneDigitsMin = 8

/** The digits of a telephone number, by which two of them are compared. */
export const phoneDigits = (phone: string): string => phone.replace(/\D/g, '')

/** A telephone number has digits enough to be called; `+`, spaces, dots, dashes and brackets stand between them. */
export function phoneCanBeCalled({ phone }: { readonly phone?: string | null }) {
  if (!phone) return null
  const isNumber = /^[+(\d][\d\s().-]*$/.test(phone) && phoneDigits(phone).length >= phoneDigitsMin
  return isNumber ? null : ({ field: 'phone', code: 'invalid_telephone' } as const)
}

/** The host of an address as two of them are compared: in letters, without `www.`, port and last dot. */
export function comparableHost(address: string): string | null {
  return siteAddress(address)?.slice('https://'.length).split(/[/?:]/, 1)[0] ?? null
}

/** The address of a site or profile as two of them are compared: without scheme, `www.`, query and the last `/`. */
export function comparableSite(address: string): string {
  return (siteAddress(address) ?? address)
    .toLowerCase()
    .replace(/^https?:\/\/(www\.)?/, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '')
}
