import { createHmac, timingSafeEqual } from 'node:crypto'

/** The parameters of a postback without its signature. */
export type SignedParameters = Readonly<Record<string, string>>

/**
 * What a postback's signature is made of: its other parameters sorted by name, `name=value` joined by `&`, as they
 * stand in an address
 * (percent-encoded). As nothing in most values needs encoding, it may be left out where no name or value holds `&`, `=`
 * or `%`: those could be cut in
 * more than one way.
 */
export function signedTexts(parameters: SignedParameters): string[] {
  const sorted = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1))
  const join = (encode: (text: string) => string) =>
    sorted.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')
  const texts = [join(encodeURIComponent), new URLSearchParams(sorted).toString()]
  const canBePlain = sorted.every((pair) => pair.every((text) => !/[&=%]/.test(text)))
  return canBePlain ? [...texts, join((text) => text)] : texts
}

/**
 * Whether a signature, in hexadecimal, base64 or base64url, was made with this key. Takes the same time whatever is
 * wrong.
 */
export function isSignedBy(key: Buffer, parameters: SignedParameters, signature: string): boolean {
  const given = /^[0-9a-f]{64}$/i.test(signature) ? Buffer.from(signature, 'hex') : Buffer.from(signature, 'base64')
  return signedTexts(parameters).reduce((isSigned, text) => {
    const expected = createHmac('sha256', key).update(text).digest()
    return (given.length === expected.length && timingSafeEqual(given, expected)) || isSigned
  }, false)
}
