import { type MissingParts, missingChunks } from './missingChunks.ts'

/** How browsers and the bundler say that a file of ours did not come, other than that it came and failed. */
const didNotCome = /dynamically imported module|module script failed|preload CSS/i

/**
 * Loads a part of the pages. Where it does not come, the office says why and the part waits until it does, in place of
 * a page that is broken until it is loaded anew; before the office is open, it fails.
 * The build puts every `import()` of the pages through here (`src/cli/pages/retryChunks.ts`).
 */
export async function loadPart<Part>(load: () => Promise<Part>, missing: MissingParts = missingChunks): Promise<Part> {
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (!missing.isAttended() || !didNotCome.test(String(error))) throw error
      await missing.wait()
    }
  }
}
