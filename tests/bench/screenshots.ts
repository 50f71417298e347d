/**
 * Pictures of every page at 375, 992 and 1440 pixels, light and dark, with the demo data, under `screenshots/`.
 * node tests/bench/screenshots.ts [part of an address, to take only those]
 */
import { mkdirSync } from 'node:fs'
import { resources } from '../../resources/index.ts'
import { reports } from '../../resources/reports/index.ts'
import { toAddress } from '../../src/admin/router/addresses.ts'
import { openBenchOffice } from './pagesSupport.ts'

const folder = new URL('../../screenshots/', import.meta.url).pathname
const widths = [375, 992, 1440]
const [wanted = ''] = process.argv.slice(2)
const isWanted = (address: string) => address.includes(wanted)
const entrance = ['/', '/login/partner', '/nothing/here'].filter(isWanted)
const office = [
  '/home', '/404', ...Object.values(reports).map(({ path }) => path),
  ...Object.keys(resources).flatMap((name) => [toAddress(`/${name}`), toAddress(`/${name}/1`)]), '/registers/affiliate/create', '/registers/reward/create',
].filter(isWanted)

const looks = [
  { name: 'entrance', layout: null, addresses: entrance },
  { name: 'light', layout: {}, addresses: office },
  { name: 'dark-vertical', layout: { mode: 'dark', layout: 'vertical' }, addresses: office },
]

mkdirSync(folder, { recursive: true })
const bench = await openBenchOffice({ hasDemo: true })
try {
  for (const { name, layout, addresses } of looks) {
    for (const width of widths) {
      const context = await bench.openContext({ layout, viewport: { width, height: 900 } })
      const page = await context.newPage()
      for (const address of new Set(addresses)) {
        await page.goto(`${bench.address}${address}`, { waitUntil: 'networkidle' })
        await page.locator('h1').first().waitFor()
        await page.screenshot({ path: `${folder}${name}${address.replaceAll('/', '_')}-${width}.png` })
      }
      await context.close()
    }
  }
  process.stdout.write(`The pictures are in ${folder}\n`)
} finally {
  await bench.close()
}
