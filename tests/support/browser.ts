import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'

/** A fresh profile of the worker's browser, and what it complained about. */
export interface TestBrowser {
  /** Opens more profiles, which are closed with it. */
  browser: Pick<Browser, 'newContext'>
  context: BrowserContext
  page: Page
  /**
   * Console errors and warnings, uncaught errors and requests that failed, as they came; a good page leaves it empty.
   */
  complaints: string[]
  close(): Promise<void>
}

/** How the browser looks at the pages. */
export interface BrowserOptions {
  width?: number
  height?: number
  /** The browser's own language; the pages begin in Portuguese whatever it is. */
  locale?: string
  colorScheme?: 'light' | 'dark'
}

/**
 * How long a page may take for one step, in milliseconds: far longer than on a quiet machine, since a busy one is no
 * reason to fail; a test may take 120 seconds in all.
 */
export const waitAtMostMs = 45_000

const quietArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-default-apps',
  '--disable-features=Translate,OptimizationHints,MediaRouter',
]

/** The tests of a worker have one browser: profiles share nothing, and starting it takes seconds. It ends with the worker. */
let launched: Promise<Browser> | undefined

async function launchedBrowser(): Promise<Browser> {
  const before = await launched?.catch(() => undefined)
  if (before?.isConnected()) return before
  launched = chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    headless: true,
    args: quietArguments,
  })
  return await launched
}

/**
 * Opens a profile of the system's Chromium (CHROMIUM names another one) without a window.
 * @example
 * const { page, complaints, close } = await openBrowser()
 */
export async function openBrowser({
  width = 1440,
  height = 900,
  locale = 'pt-BR',
  colorScheme = 'light',
}: BrowserOptions = {}): Promise<TestBrowser> {
  const started = await launchedBrowser()
  const contexts: BrowserContext[] = []
  const newContext: Browser['newContext'] = async (options) => {
    const opened = await started.newContext(options)
    contexts.push(opened)
    return opened
  }
  // Nothing is judged half faded in.
  const context = await newContext({
    viewport: { width, height },
    locale,
    colorScheme,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  const complaints: string[] = []
  context.on('page', (page) => listen(page, complaints))
  const page = await context.newPage()
  page.setDefaultTimeout(waitAtMostMs)
  const close = async () => {
    for (const opened of contexts) await opened.close()
  }
  return { browser: { newContext }, context, page, complaints, close }
}

function listen(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complaints.push(`${message.type()}: ${message.text()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'unknown'
    if (reason !== 'net::ERR_ABORTED')
      complaints.push(`request failed: ${request.method()} ${request.url()} (${reason})`)
  })
}
