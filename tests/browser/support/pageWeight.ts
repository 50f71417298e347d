import { brotliCompressSync, constants } from 'node:zlib'
import type { BrowserContext } from 'playwright-core'

/** A page, and how much JavaScript a browser that knows nothing of us yet may load for it. */
export interface WeighedPage {
  readonly name: string
  readonly path: string
  readonly isSignedIn: boolean
  /** A selector: once it is there, the page is shown. */
  readonly waitFor: string
  /** Bytes of brotli, or null where none are promised. */
  readonly atMostBytes: number | null
}

/** The pages whose weight is promised, and two more to compare with. */
export const weighedPages = {
  signIn: { name: 'sign-in page', path: '/', isSignedIn: false, waitFor: 'form', atMostBytes: 75_000 },
  firstList: {
    name: 'first list',
    path: '/registers/partnerLevel/list',
    isSignedIn: true,
    waitFor: 'tbody tr',
    atMostBytes: 355_000,
  },
  form: {
    name: 'form',
    path: '/registers/affiliate/create',
    isSignedIn: true,
    waitFor: 'main form input',
    atMostBytes: 375_000,
  },
  dashboard: { name: 'dashboard', path: '/home', isSignedIn: true, waitFor: 'main h1', atMostBytes: null },
  report: {
    name: 'report',
    path: '/reports/affiliate/activity',
    isSignedIn: true,
    waitFor: 'main h1',
    atMostBytes: null,
  },
} as const satisfies Readonly<Record<string, WeighedPage>>

/** What opening a page loaded. */
export interface PageWeight {
  readonly files: number
  /** All JavaScript, each file compressed by itself (brotli 10), as the server sends it. */
  readonly bytes: number
  /** From asking for the page until it was shown: only a benchmark may look at it. */
  readonly milliseconds: number
  readonly usesReactAdmin: boolean
}

const compressedBytes = (script: Buffer) =>
  brotliCompressSync(script, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }).length

/**
 * Opens a page in a browser and weighs its scripts, those it loads ahead included.
 * @param context fresh, and signed in where the page asks for it
 */
export async function weighPage({
  context,
  address,
  shown,
}: {
  context: BrowserContext
  address: string
  shown: WeighedPage
}): Promise<PageWeight> {
  const page = await context.newPage()
  const scripts: Promise<Buffer>[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('.js')) scripts.push(response.body())
  })
  const started = performance.now()
  await page.goto(`${address}${shown.path}`)
  await page.locator(shown.waitFor).first().waitFor()
  const milliseconds = performance.now() - started
  await page.waitForLoadState('networkidle')
  const bodies = await Promise.all(scripts)
  await page.close()
  // A name that react-admin's core carries into every build.
  return {
    files: bodies.length,
    bytes: bodies.reduce((sum, body) => sum + compressedBytes(body), 0),
    milliseconds,
    usesReactAdmin: bodies.some((body) => body.includes('ra.action')),
  }
}

/** Has every page of a context begin with a session. @param answer what signing in answered */
export async function keepSession(context: BrowserContext, answer: Readonly<Record<string, unknown>>): Promise<void> {
  const stored = Object.entries(answer).map(
    ([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)] as const,
  )
  await context.addInitScript((entries) => {
    for (const [name, value] of entries) localStorage.setItem(name, value)
  }, stored)
}
