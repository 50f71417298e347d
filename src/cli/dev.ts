/**
 * `npm run dev`: the pages from their sources and a server that begins anew after each edit. A wrong edit is said here and
 * in the page while the last good configuration goes on serving; what an edit would do to the database is asked first.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { startEmbedded } from '#lib/embeddedPostgres/embedded.ts'
import { type Environment, readEnvironment } from '#engine/server/environment.ts'
import { type RunningServer, tryListen } from '#app/server/server.ts'
import { isPageAddress } from '#engine/server/http/pageAddress.ts'
import { projectRoot } from './configuration/refuse.ts'
import { Development } from './dev/development.ts'
import { forward } from './dev/forward.ts'
import { openPages, type Pages } from './dev/pages.ts'
import { Servers } from './dev/servers.ts'
import { watchSources } from './dev/watchSources.ts'
import { readOptions } from './support/readOptions.ts'
import { explainFailure } from './support/runCommand.ts'
import { ProcessLifecycle } from './support/processLifecycle.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

/** What a server is told: where its database is, and that whoever started it is to be outlived by nobody. */
function environmentOf({ demo }: Environment, url: string): NodeJS.ProcessEnv {
  return {
    ...process.env,
    DATABASE_URL: url,
    PORT: '0',
    HOST: '127.0.0.1',
    DEMO: demo ? '1' : '0',
    FEATURES: 'all',
    LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    BOOTSTRAP_PID: String(process.pid),
    // Two of them are there at once while one takes the place of the other.
    METRICS_PORT: '',
  }
}

async function sendPage(pages: Pages, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    const page = await pages.page(request.url!)
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(page)
  } catch (error) {
    response.writeHead(500, { 'content-type': 'text/plain; charset=utf-8' }).end(explainFailure(error))
  }
}

interface Asked {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly pages: Pages
  readonly servers: Servers
}

/** Sources of the pages come from Vite, everything else from the server; where that knows nothing there is the one page. */
function answer({ request, response, pages, servers }: Asked): void {
  const { method, url, headers } = request
  const instead = (status: number) => {
    const isPage = status === 404 && isPageAddress({ method: method!, url: url!, accept: headers.accept })
    if (isPage) void sendPage(pages, request, response)
    return isPage
  }
  pages.sources(request, response, () => void forward({ request, response, target: servers, instead }))
}

async function main(undertaking: ProcessLifecycle): Promise<void> {
  readOptions({})
  const environment = readEnvironment(process.env)
  const { databaseUrl, dataDir, moneySymbol, businessTimeZone, port, host } = environment
  const openEmbedded = () =>
    undertaking.open(
      'the embedded database',
      () => startEmbedded({ dataDir, use: 'command', log: print }),
      (opened) => opened.stop(),
    )
  const url = databaseUrl ?? (await openEmbedded()).url
  const http = createServer()
  const pages = await openPages({
    root: projectRoot,
    http,
    installation: { apiHost: '', moneySymbol, businessTimeZone },
    cacheDir: join(projectRoot, 'node_modules/.cache/dev'),
    answered: (answer) => development.answer(answer),
  })
  const openDevelopment = async () =>
    new Development({ pages, print, servers: (events) => new Servers(environmentOf(environment, url), events) })
  const development = await undertaking.open('the server', openDevelopment, (opened) => opened.servers.stop())
  http.on('request', (request, response) => answer({ request, response, pages, servers: development.servers }))
  const closeDoor = async (opened: RunningServer) => {
    // First the connections to open pages: the door waits for them.
    await pages.close()
    await opened.stop()
  }
  const door = await undertaking.open('the door', () => tryListen(http, { port, host }), closeDoor)
  await undertaking.open(
    'the watch over files',
    async () => watchSources(pages.watcher, { root: projectRoot, edited: (paths) => development.edited(paths) }),
    async (stop) => stop(),
  )
  development.listenToTerminal(process.stdin)
  development.start(door.address)
}

const undertaking = new ProcessLifecycle()
undertaking.stopOnSignals()
try {
  await main(undertaking)
} catch (error) {
  if (!undertaking.isStopping) {
    process.stderr.write(`${explainFailure(error)}\n`)
    await undertaking.stop(1)
  }
}
