import { chromium } from 'playwright-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'

/** A browser with a fresh profile, and what it complained about. */
export interface TestBrowser {
  browser: Browser
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

/**
 * Opens the system's Chromium (CHROMIUM names another one) without a window.
 * @example
 * const { page, complaints, close } = await openBrowser()
 */
export async function openBrowser({
  width = 1440,
  height = 900,
  locale = 'pt-BR',
  colorScheme = 'light',
}: BrowserOptions = {}): Promise<TestBrowser> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    headless: true,
    args: quietArguments,
  })
  // Nothing is judged half faded in.
  const context = await browser.newContext({
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
  return { browser, context, page, complaints, close: () => browser.close() }
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
