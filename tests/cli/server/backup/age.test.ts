import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { decrypt, encrypt, makeKeys, readIdentities, readRecipient } from '#lib/ageEncryption/age.ts'
import { readBech32, writeBech32 } from '#lib/ageEncryption/bech32.ts'

async function* pieces(content: Buffer, size = 10_000): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}
async function gathered(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of source) parts.push(part)
  return Buffer.concat(parts)
}
const [mine, other] = [makeKeys(), makeKeys()]
const sealedFor = (content: Buffer, ...keys: { recipient: string }[]) =>
  gathered(
    encrypt(
      pieces(content),
      keys.map(({ recipient }) => readRecipient(recipient)),
    ),
  )
const openedBy = (content: Buffer, { secret }: { secret: string }) =>
  gathered(decrypt(pieces(content, 999), readIdentities(`# a comment\n${secret}\n`)))

describe('what is encrypted to a public key', () => {
  test.each([0, 1, 65_535, 65_536, 65_537, 300_000])('comes back as it was, %i bytes', async (length) => {
    const content = randomBytes(length)
    expect((await openedBy(await sealedFor(content, mine), mine)).equals(content)).toBe(true)
  })

  test('is read by each of those it is for, and by nobody else', async () => {
    const sealed = await sealedFor(Buffer.from('for two'), mine, other)
    expect([String(await openedBy(sealed, mine)), String(await openedBy(sealed, other))]).toEqual([
      'for two',
      'for two',
    ])
    await expect(openedBy(sealed, makeKeys())).rejects.toThrow('not one of those')
  })

  test('opens no more where a byte of it was changed, wherever', async () => {
    const sealed = await sealedFor(randomBytes(70_000), mine)
    const headerEnd = sealed.indexOf('\n', sealed.indexOf('\n---') + 1)
    for (const at of [3, 40, headerEnd - 3, headerEnd + 1, headerEnd + 17, 66_000, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[at] = changed[at]! ^ 1
      await expect(openedBy(changed, mine), `byte ${at}`).rejects.toThrow(
        /changed or cut off|no backup|not one of those/,
      )
    }
  })

  test('opens no more where its header is written otherwise, a share too short among it', async () => {
    const sealed = (await sealedFor(randomBytes(100), mine)).toString('latin1')
    for (const written of [
      sealed.replace(/(-> X25519 .)./, '$1.'),
      sealed.replace(/(\n--- .)./, '$1='),
      sealed.replace(/(-> X25519 .)./, '$1'),
    ])
      await expect(openedBy(Buffer.from(written, 'latin1'), mine)).rejects.toThrow(/changed or cut off/)
  })

  test('opens no more where its end is missing, or a piece of it', async () => {
    const sealed = await sealedFor(randomBytes(200_000), mine)
    const start = sealed.indexOf('\n', sealed.indexOf('\n---') + 1) + 1 + 16
    const piece = 65_536 + 16
    const without = Buffer.concat([sealed.subarray(0, start + piece), sealed.subarray(start + 2 * piece)])
    const swapped = Buffer.concat([
      sealed.subarray(0, start),
      sealed.subarray(start + piece, start + 2 * piece),
      sealed.subarray(start, start + piece),
      sealed.subarray(start + 2 * piece),
    ])
    for (const broken of [
      sealed.subarray(0, -1),
      sealed.subarray(0, start + piece),
      sealed.subarray(0, start),
      without,
      swapped,
    ])
      await expect(openedBy(broken, mine)).rejects.toThrow('changed or cut off')
  })
})

test('what age itself encrypted is read', async () => {
  // By age 1.1.1 of Debian 12: echo hello | age -r age1fyryakfq5kfdlk9es5jf7jtgyhnjdst2fqzd2pnrj4du4tw3jclqd4wqr6
  const sealed =
    'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBmNEdpSHlpYWRaZjNLdnhwdmdGaUlGd0JxRW54R2FNTEM1TkZVbi91blZNCmtialhwRldndlVWV09oeEFSN1BGejhhSllTZTBldXJLWjFUdEZka1dIK1EKLS0tIFhSZVpRcVlzeGs1RVdRRzlJUzNpNUFOblJuY3ovR3Ay' +
    'MTFQaTBBQlp3eVkKU56nvENwzXEfhEFCVq/wk09PA7z1XRvSqdDutWHF6tsYMkmUcxo='
  const secret = 'AGE-SECRET-KEY-1AX024DWF4DNV0ARWCGLG3NFV9ECDCPLFM5EW4028235UE9DXVFSS8LGRCE'
  expect(String(await openedBy(Buffer.from(sealed, 'base64'), { secret }))).toBe('hello\n')
})

describe('keys', () => {
  test('are written as age writes them', () => {
    expect([mine.secret, mine.recipient]).toEqual([
      expect.stringMatching(/^AGE-SECRET-KEY-1[0-9A-Z]{58}$/),
      expect.stringMatching(/^age1[0-9a-z]{58}$/),
    ])
    expect(writeBech32('a', Buffer.alloc(0))).toBe('a12uel5l')
    expect(readBech32('?', '?1ezyfcl')).toEqual(Buffer.alloc(0))
  })

  test('that were copied wrongly are refused in words', () => {
    const wrong = mine.recipient.replace(/.$/, (letter) => (letter === 'q' ? 'p' : 'q'))
    expect(() => readRecipient(wrong)).toThrow('this one is wrong')
    expect(() => readIdentities(mine.recipient)).toThrow('AGE-SECRET-KEY-1')
    expect(() => readIdentities('# nothing\n')).toThrow('AGE-SECRET-KEY-1')
  })
})
