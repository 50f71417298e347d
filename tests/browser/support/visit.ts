import type { BrowserContext, Page, Request } from 'playwright-core'
import { waitAtMostMs } from '#tests/support/browser.ts'
import { goWithin } from './pageVisit.ts'

/** A page in a browser profile of somebody's own, and what its console complained about. */
export interface Visitor {
  readonly page: Page
  readonly complaints: string[]
  /** Goes to an address and waits until what it shows has come. */
  open(address: string): Promise<void>
  /** The same as a link does, without loading the page anew. @param path the address within the host */
  goWithin(path: string): Promise<void>
  /** Goes back to the page before, and waits until what it shows has come. */
  back(): Promise<void>
  /** Waits until what the page shows has come. */
  settled(): Promise<void>
  /** The same where what was done asks for little: nothing is asked now, and nothing stands for what is to come. */
  calm(): Promise<void>
  close(): Promise<void>
}

/** How long no request may be under way for a page to count as drawn, in milliseconds. */
const quietMs = 120

/** How a profile is opened so that every look at it is the same: nothing is judged half faded in. */
export const visitorProfile = {
  viewport: { width: 1440, height: 900 },
  locale: 'pt-BR',
  timezoneId: 'UTC',
  reducedMotion: 'reduce',
} as const

/** Opens a page in a profile. */
export async function openVisitor(context: BrowserContext): Promise<Visitor> {
  const page = await context.newPage()
  page.setDefaultTimeout(waitAtMostMs)
  const complaints: string[] = []
  const complain = (what: string) => complaints.push(`${what} (${page.url()})`)
  page.on('pageerror', (error) => complain(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      complain(`${message.type()}: ${message.text()} ${message.location().url}`)
  })
  const traffic = watchTraffic(page)
  const isDrawn = () =>
    page.waitForFunction(() => document.querySelector('main [aria-busy=true], main .MuiCircularProgress-root') === null)
  const settled = async () => {
    await page.locator('h1').first().waitFor()
    // An answer is drawn after it came, and what draws it may be asked for only then: nothing new must have been
    // asked two times in a row.
    for (let [asked, calm] = [-1, 0]; calm < 2; calm = asked === traffic.asked() ? calm + 1 : 0) {
      await traffic.quiet()
      asked = traffic.asked()
      await page.evaluate(
        () =>
          new Promise((resolve) => {
            requestIdleCallback(resolve, { timeout: 500 })
          }),
      )
    }
    await isDrawn()
  }
  return {
    page,
    complaints,
    async open(address) {
      await page.goto(address, { waitUntil: 'load' })
      await settled()
    },
    async goWithin(path) {
      await goWithin(page, path)
      await settled()
    },
    async back() {
      await page.goBack({ waitUntil: 'commit' })
      await settled()
    },
    settled,
    async calm() {
      await traffic.quiet()
      await isDrawn()
    },
    close: () => context.close(),
  }
}

/** Knows what was asked and not yet answered. */
function watchTraffic(page: Page): { quiet(): Promise<void>; asked(): number } {
  const underWay = new Set<Request>()
  let asked = 0
  let timer: NodeJS.Timeout | undefined
  let tell = () => {}
  const restart = () => {
    clearTimeout(timer)
    if (underWay.size === 0) timer = setTimeout(() => tell(), quietMs)
  }
  // What others do is listened to without end.
  const isEndless = (request: Request) => new URL(request.url()).pathname === '/api/live'
  page.on('request', (request) => {
    if (isEndless(request)) return
    // What the page before had asked is nobody's business any more.
    if (request.isNavigationRequest()) underWay.clear()
    underWay.add(request)
    asked += 1
    clearTimeout(timer)
  })
  const onEnd = (request: Request) => {
    if (underWay.delete(request)) restart()
  }
  page.on('requestfinished', onEnd)
  page.on('requestfailed', onEnd)
  return {
    asked: () => asked,
    quiet: () =>
      new Promise((resolve) => {
        tell = resolve
        restart()
      }),
  }
}
