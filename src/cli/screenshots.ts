/**
 * `npm run screenshots [-- PART ...]`: pictures of every page at 375, 992 and 1440 pixels, light (horizontal layout)
 * and dark (vertical), with the demo data, under `screenshots/`;
 * of visitors' pages and the portal's in the one mode they have. With parts of addresses only the pages whose address holds one of them.
 * Needs Chromium (CHROMIUM names another than /usr/bin/chromium).
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openBenchOffice } from '#tests/bench/pagesSupport.ts'
import { keepSession } from '#tests/browser/support/pageWeight.ts'
import { buildAccessKey } from '#tests/support/builders.ts'
import { prepareExhibits } from '#tests/browser/support/exhibits.ts'
import { entrancePaths, type Exhibits, ownRoutes, specifiedRoutes } from '#tests/browser/support/routes.ts'
import { openVisitor, visitorProfile } from '#tests/browser/support/visit.ts'
import { portalPages } from '#app/ui/portal/portalPages.ts'
import { readOptions } from './support/readOptions.ts'
import { runCommand, UsageError } from './support/runCommand.ts'

const folder = join(import.meta.dirname, '../../screenshots')
const widths = [1440, 992, 375]

/** What is looked at together: in which layout (none: signed out), and which pages. */
function sights(exhibits: Exhibits) {
  const routes = [...specifiedRoutes(exhibits), ...ownRoutes(exhibits)]
  const office = routes.map(({ path }) => path)
  return [
    {
      name: 'visitor',
      layout: null,
      paths: [...entrancePaths, ...routes.filter(({ isPublic }) => isPublic).map(({ path }) => path)],
    },
    { name: 'portal', layout: null, paths: portalPages.map(({ path }) => path) },
    { name: 'light', layout: { mode: 'light', layout: 'horizontal' }, paths: office },
    { name: 'dark', layout: { mode: 'dark', layout: 'vertical' }, paths: office },
  ] as const
}

/** A token in an address is another every time: the picture's name must not be. */
const fileName = (path: string, { partnerToken }: Exhibits) =>
  path
    .replace(partnerToken, 'partnerToken')
    .replaceAll(/[/?=]+/g, '_')
    .replace(/^_|_$/g, '') || 'entrance'

async function main(): Promise<void> {
  const { positionals: parts } = readOptions({ allowPositionals: true })
  const isWanted = (path: string) => parts.length === 0 || parts.some((part) => path.includes(part))
  mkdirSync(folder, { recursive: true })
  const office = await openBenchOffice({ hasDemo: true })
  try {
    const exhibits = await prepareExhibits(office)
    let taken = 0
    for (const { name, layout, paths } of sights(exhibits)) {
      if (!paths.some(isWanted)) continue
      const context = await office.openContext({ ...visitorProfile, layout })
      if (name === 'portal') {
        const token = await buildAccessKey(office.root, 'affiliate', exhibits.ids.affiliate, { scope: 'signIn' })
        await keepSession(context, (await office.root.post('/login/affiliate', { token })).body)
      }
      const visitor = await openVisitor(context)
      for (const path of paths.filter(isWanted)) {
        await visitor.page.setViewportSize({ width: widths[0]!, height: 900 })
        await visitor.open(`${office.address}${path}`)
        for (const width of widths) {
          await visitor.page.setViewportSize({ width, height: 900 })
          await visitor.page.screenshot({
            path: join(folder, `${name}_${fileName(path, exhibits)}_${width}.png`),
            fullPage: true,
          })
          taken += 1
        }
      }
      await context.close()
    }
    if (taken === 0) throw new UsageError(`No page has an address with ${parts.join(' or ')} in it.`)
    process.stdout.write(`${taken} pictures are in ${folder}\n`)
  } finally {
    await office.close()
  }
}

runCommand(main)
