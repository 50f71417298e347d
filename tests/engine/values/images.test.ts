import { expect, test } from 'vitest'
import { readImage } from '#engine/values/images.ts'
import { embedCode, linkOfMedia, mediaDaysAreWhole } from '#rules/media.ts'
import { gifImage, jpegImage, pngImage, webpImage } from '#tests/support/images.ts'

const images = [
  ['image/png', pngImage(300, 250)],
  ['image/gif', gifImage(300, 250)],
  ['image/jpeg', jpegImage(300, 250)],
  ['image/webp', webpImage(300, 250)],
] as const

test.each(images)('%s is known by its bytes, with its size', (type, bytes) => {
  expect(readImage(bytes)).toEqual({ type, width: 300, height: 250 })
})

test.each(images)('%s is none with anything behind its end, or without its end', (_type, bytes) => {
  for (const more of ['<script>alert(1)</script>', 'PK\u0003\u0004', '\0'])
    expect(readImage(Buffer.concat([bytes, Buffer.from(more, 'latin1')]))).toBeNull()
  for (let length = 0; length < bytes.length; length += 1) expect(readImage(bytes.subarray(0, length))).toBeNull()
})

test.each([
  ['nothing', ''],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['a drawing', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
  ['a page that begins as a GIF', 'GIF89a<script>alert(1)</script>;'],
  ['a script that begins as a GIF', 'GIF89a=1;alert(1)'],
  ['a document', '%PDF-1.7 /JS (app.alert(1))'],
  ['a PNG without pixels', '\u0089PNG\r\n\u001a\n\0\0\0\0IEND'],
  ['the two bytes of a JPEG', '\u00ff\u00d8'],
  ['a JPEG that leads nowhere', `\u00ff\u00d8\u00ff\u00e0\u00ff\u00ff${'x'.repeat(40)}`],
  ['a RIFF that is a sound', `RIFF\u0024\0\0\0WAVE${'\0'.repeat(40)}`],
])('%s is no image', (_what, text) => {
  expect(readImage(Buffer.from(text, 'latin1'))).toBeNull()
})

test('no length that an image says leads anywhere but to no image, in time', () => {
  let seed = 7
  const next = () => (seed = (seed * 48_271) % 2_147_483_647)
  const begin = performance.now()
  for (const [, bytes] of images) {
    for (let round = 0; round < 500; round += 1) {
      const changed = Buffer.from(bytes)
      changed[8 + (next() % (bytes.length - 8))] = next() % 256
      expect([null, 'object']).toContain(readImage(changed) === null ? null : 'object')
    }
  }
  expect(performance.now() - begin).toBeLessThan(5_000)
})

const medium = {
  kind: 'banner',
  name: 'Final "of" the <cup>',
  brand: 'Aurora & Co',
  token: 'md1',
  text: null,
  warning: "18+ <b>d'accord</b>",
  width: 300,
  height: 250,
  address: 'https://office.example/media/md1',
  link: 'https://office.example/t/ac1',
} as const

test('the code of a banner leads by the own link, says by which medium, and carries the warning', () => {
  const code = embedCode(medium)
  expect(code).toContain('href="https://office.example/t/ac1?media=md1"')
  expect(code).toContain('<img src="https://office.example/media/md1" width="300" height="250"')
  expect(code).toContain('<small>18+ &lt;b&gt;d&#39;accord&lt;/b&gt;</small>')
  expect(code).toContain('alt="Final &quot;of&quot; the &lt;cup&gt;. 18+')
  expect(linkOfMedia('https://office.example/t/ac1?sub1=a', 'md1')).toBe(
    'https://office.example/t/ac1?sub1=a&media=md1',
  )
})

test('the code of a text carries it, without any markup of its own', () => {
  const code = embedCode({ ...medium, kind: 'text', text: '<script>alert(1)</script>', address: null })
  expect(code).not.toContain('<script')
  expect(code).toContain('&lt;script&gt;')
  expect(code).toContain('>Aurora &amp; Co</a>')
})

test('a medium does not end before it begins', () => {
  expect(mediaDaysAreWhole({ validFrom: '2026-02-01', validUntil: '2026-01-31' })).toMatchObject({
    field: 'validUntil',
  })
  expect(mediaDaysAreWhole({ validFrom: '2026-02-01', validUntil: '2026-02-01' })).toBeNull()
})
