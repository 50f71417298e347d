import { afterAll, beforeAll, expect, test } from 'vitest'
import { readImage } from '#engine/values/images.ts'
import { brandThemes } from '#themes/index.ts'
import { type Office, openOffice } from '#tests/support/office.ts'

let office: Office
beforeAll(async () => {
  office = await openOffice()
})
afterAll(() => office.close())

const ask = (url: string, host: string) => office.app.inject({ url, headers: { host } })

test.each(
  brandThemes.flatMap(({ title, hosts, portalHosts = [] }) => [...hosts, ...portalHosts].map((host) => [host, title])),
)('at %s the portal is an app called %s, with icons that are there', async (host, title) => {
  const answer = await ask('/manifest.webmanifest', `${host}:3000`)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/manifest+json; charset=utf-8'])
  const manifest = answer.json()
  expect(manifest).toMatchObject({ name: title, start_url: '/portal', display: 'standalone', scope: '/' })
  for (const { src, type } of manifest.icons) {
    const icon = await ask(src, host)
    expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, type])
  }
  const png = await ask('/app-icon.png', host)
  expect(readImage(png.rawPayload)).toMatchObject({ width: 512, height: 512 })
})

test('two brands have apps of their own, and a host nobody names gets the first', async () => {
  const names = await Promise.all(
    [...brandThemes.map(({ hosts }) => hosts[0]!), 'nobody.example'].map(
      async (host) => (await ask('/manifest.webmanifest', host)).json().name as string,
    ),
  )
  expect(new Set(names).size).toBe(brandThemes.length)
  expect(names.at(-1)).toBe(brandThemes[0].title)
})
