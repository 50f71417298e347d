import { openBrowser, type TestBrowser } from '#tests/support/browser.ts'
import type { Client } from '#tests/support/office.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { signInOnPage } from './pageVisit.ts'
import { signInAt } from './remoteClient.ts'

/** A server of a test with its root user signed in twice: at the API and in a browser. */
export interface SignedIn {
  readonly server: TestServer
  readonly api: Client
  readonly browser: TestBrowser
  /** Closes the browser, stops the server and removes its database. */
  close(): Promise<void>
}

/**
 * Opens a server and signs its root user in; the browser stands at the dashboard.
 * @param prepare makes what the pages are to show, before the browser is opened
 * @example
 * beforeAll(async () => { office = await openSignedIn(async ({ api }) => void await buildBrand(api)) })
 * afterAll(() => office?.close())
 */
export async function openSignedIn(
  prepare: (made: { server: TestServer; api: Client }) => Promise<void> = async () => {},
): Promise<SignedIn> {
  const server = await startTestServer()
  const root = { email: server.rootEmail, password: server.rootPassword }
  let browser: TestBrowser | undefined
  const close = async () => {
    await browser?.close()
    await server.stop()
  }
  try {
    const api = await signInAt(server.address, root)
    await prepare({ server, api })
    browser = await openBrowser()
    await signInOnPage(browser.page, { address: server.address, ...root })
    return { server, api, browser, close }
  } catch (error) {
    await close()
    throw error
  }
}
