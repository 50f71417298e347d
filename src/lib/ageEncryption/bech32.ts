/*
 * Bech32 (BIP 173), in which age writes its keys: a prefix, the data in letters that are not taken for each other, and
 * a checksum, so that a key that was copied wrongly is no other key.
 */
const letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const checksumLength = 6

function polymod(values: readonly number[]): number {
  let sum = 1
  for (const value of values) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    for (const [bit, generator] of generators.entries()) if ((top >>> bit) & 1) sum ^= generator
  }
  return sum
}

function expanded(prefix: string): number[] {
  const codes = [...prefix].map((letter) => letter.charCodeAt(0))
  return [...codes.map((code) => code >>> 5), 0, ...codes.map((code) => code & 31)]
}

function regrouped(
  values: Iterable<number>,
  { from, to, pads }: { from: number; to: number; pads: boolean },
): number[] {
  const out: number[] = []
  let [held, bits] = [0, 0]
  for (const value of values) {
    held = ((held << from) | value) & 0xfff
    bits += from
    while (bits >= to) {
      bits -= to
      out.push((held >>> bits) & ((1 << to) - 1))
    }
  }
  if (pads && bits > 0) out.push((held << (to - bits)) & ((1 << to) - 1))
  return out
}

/** Writes bytes under a prefix, in small letters. */
export function writeBech32(prefix: string, bytes: Uint8Array): string {
  const data = regrouped(bytes, { from: 8, to: 5, pads: true })
  const sum = polymod([...expanded(prefix), ...data, ...Array.from({ length: checksumLength }, () => 0)]) ^ 1
  const checksum = Array.from(
    { length: checksumLength },
    (_, index) => (sum >>> (5 * (checksumLength - 1 - index))) & 31,
  )
  return `${prefix}1${[...data, ...checksum].map((value) => letters[value]).join('')}`
}

/** Reads what was written under a prefix; null where it is something else or its checksum is wrong. */
export function readBech32(prefix: string, text: string): Buffer | null {
  const isOneCase = text === text.toLowerCase() || text === text.toUpperCase()
  const small = text.toLowerCase()
  if (!isOneCase || !small.startsWith(`${prefix}1`)) return null
  const values = Array.from(small.slice(prefix.length + 1), (letter) => letters.indexOf(letter))
  if (values.includes(-1) || values.length < checksumLength || polymod([...expanded(prefix), ...values]) !== 1)
    return null
  return Buffer.from(regrouped(values.slice(0, -checksumLength), { from: 5, to: 8, pads: false }))
}
