import { withoutUnseen } from './typedText.ts'

/** Hosts and addresses in one form each, however they are written. Pure, for server and browser. */

const labelMax = 63
/** Constants of RFC 3492. */
const [base, tMin, tMax, skew, damp, firstBias, firstCode] = [36, 1, 26, 38, 700, 72, 128]

function adapted(delta: number, count: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / damp) : delta >> 1
  rest += Math.floor(rest / count)
  let bias = 0
  for (; rest > ((base - tMin) * tMax) >> 1; bias += base) rest = Math.floor(rest / (base - tMin))
  return bias + Math.floor(((base - tMin + 1) * rest) / (rest + skew))
}

const digitOf = (letter: string) => (/\d/.test(letter) ? letter.charCodeAt(0) - 22 : letter.charCodeAt(0) - 97)

/** What stands behind `xn--`, in letters; null where it is no Punycode. */
function decoded(encoded: string): string | null {
  const end = encoded.lastIndexOf('-')
  const letters = end > 0 ? encoded.slice(0, end).split('') : []
  let [code, place, bias] = [firstCode, 0, firstBias]
  for (let read = end > 0 ? end + 1 : 0; read < encoded.length;) {
    const from = place
    for (let weight = 1, k = base; ; k += base) {
      const letter = encoded[read++]
      if (letter === undefined) return null
      const digit = digitOf(letter)
      place += digit * weight
      const limit = k <= bias ? tMin : k >= bias + tMax ? tMax : k - bias
      if (digit < limit) break
      weight *= base - limit
    }
    bias = adapted(place - from, letters.length + 1, from === 0)
    code += Math.floor(place / (letters.length + 1))
    place %= letters.length + 1
    if (code > 0x10ffff) return null
    letters.splice(place++, 0, String.fromCodePoint(code))
  }
  return letters.join('')
}

/**
 * A host as the network knows it: small ASCII letters, Punycode for others, without `www.` and the last dot; of an
 * address without a path its host. Null where the text is neither.
 * @example asciiHost('www.Promoção.example') === 'xn--promoo-rta0d.example'
 */
export function asciiHost(text: string): string | null {
  const typed = withoutUnseen(text)
    .trim()
    .normalize('NFC')
    .replace(/^(?:https?:)?\/\/(?=[^/])/i, '')
    .replace(/(?::(?:443|80))?\/?$/, '')
  if (/[\s/\\?#@:[\]%]/.test(typed)) return null
  return (
    URL.parse(`http://${typed}`)
      ?.hostname.replace(/\.$/, '')
      .replace(/^www\.(?=.*\.)/, '') || null
  )
}

/** A host in the letters of its alphabet: each label that is Punycode decoded, where it is the form of these letters. */
export function hostInLetters(host: string): string {
  const labels = host.split('.').map((label) => {
    if (!/^xn--[a-z0-9-]+$/.test(label) || label.length > labelMax) return label
    const letters = decoded(label.slice(4))
    return letters !== null && URL.parse(`http://${letters}.example`)?.hostname === `${label}.example` ? letters : label
  })
  return labels.join('.')
}

/** Escapes in capitals, and none for characters that need none (RFC 3986, 6.2.2). */
const plainEscapes = (text: string) =>
  text.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const letter = String.fromCharCode(Number.parseInt(escape.slice(1), 16))
    return /[A-Za-z0-9._~-]/.test(letter) ? letter : escape.toUpperCase()
  })

/**
 * The address of a site or profile in its one form: https, its host in letters without `www.` and a last dot, no
 * default port, no slash at the end, no fragment. Null where it is no address of the web.
 */
export function siteAddress(address: string): string | null {
  const url = URL.parse(withoutUnseen(address).trim().normalize('NFC'))
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null
  const host = url.hostname.replace(/\.$/, '').replace(/^www\.(?=.*\.)/, '')
  if (host === '') return null
  const port = url.port === '' || (url.protocol === 'http:' && url.port === '443') ? '' : `:${url.port}`
  return `https://${hostInLetters(host)}${port}${plainEscapes(url.pathname.replace(/\/+$/, ''))}${plainEscapes(url.search)}`
}
