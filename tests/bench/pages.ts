/**
 * How much JavaScript the pages load, compressed (brotli), in a real browser: the sign-in page, the first list, the
 * dashboard, a report; and how long
 * the first row takes from a cold start of the browser. node tests/bench/pages.ts
 */
import { cpus } from 'node:os'
import { weighedPages, weighPage } from '#tests/browser/support/pageWeight.ts'
import { openBenchOffice } from './pagesSupport.ts'

const office = await openBenchOffice()
try {
  process.stdout.write(`${cpus().length} x ${cpus()[0]!.model}\n`)
  for (const shown of Object.values(weighedPages)) {
    const context = await office.openContext({ layout: shown.isSignedIn ? {} : null })
    const { files, bytes, milliseconds, usesReactAdmin } = await weighPage({ context, address: office.address, shown })
    await context.close()
    const target =
      shown.atMostBytes === null
        ? ''
        : ` (at most ${shown.atMostBytes / 1000} kB: ${bytes <= shown.atMostBytes ? 'kept' : 'MISSED'})`
    process.stdout.write(
      `${shown.name}: ${(bytes / 1000).toFixed(1)} kB of JavaScript in ${files} files${target}, shown after ${Math.round(milliseconds)} ms${usesReactAdmin ? '' : ', nothing of react-admin'}\n`,
    )
  }
} finally {
  await office.close()
}
