import { readFileSync, realpathSync } from 'node:fs'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join, posix, relative, sep } from 'node:path'
import react from '@vitejs/plugin-react'
import { createServer, type FSWatcher, type Plugin, type ViteDevServer } from 'vite'
import { type Installation, withInstallation } from '#engine/declaration/answers/installation.ts'
import { readOverlay } from '#lib/overlay/inForce.ts'
import { readSources, type Sources } from '../configuration/sources.ts'
import { type Answer, pageEvents, type Shown } from './messages.ts'

/** The pages as Vite serves them from their sources. */
export interface Pages {
  /** Answers what belongs to the pages' sources; asks `next` for everything else. */
  readonly sources: (request: IncomingMessage, response: ServerResponse, next: () => void) => void
  /** The page of an address. */
  readonly page: (address: string) => Promise<string>
  /** Tells all open pages, and those that open from now on, what there is to show. */
  readonly show: (shown: Shown) => void
  /** Looks after files. */
  readonly watcher: FSWatcher
  /** The declarations as they are now count from here on; open pages are loaded anew. */
  readonly accept: () => void
  readonly close: () => Promise<void>
}

interface PagesRequest {
  readonly root: string
  /** Carries the connection to the open pages. */
  readonly http: Server
  readonly installation: Installation
  readonly cacheDir: string
  readonly answered: (answer: Answer) => void
}

const declarations = /^(?:resources|locales|themes)\/.*\.ts$/
const overlay = join(import.meta.dirname, 'overlay.ts')

/** Declarations are what they were when they were last found to be sound, whatever their files say meanwhile. */
function lastSound(root: string, sound: () => Sources): Plugin {
  const pathOf = (id: string) => relative(root, id.split('?')[0]!).split(sep).join(posix.sep)
  return {
    name: 'last-sound-declarations',
    enforce: 'pre',
    load: (id) => sound().get(pathOf(id)) ?? null,
    hotUpdate: ({ file }) => (declarations.test(pathOf(file)) ? [] : undefined),
  }
}

/** The part of the page that shows what is wrong, or asks. */
const withOverlay: Plugin = {
  name: 'dev-overlay',
  transformIndexHtml: () => [
    { tag: 'script', attrs: { type: 'module', src: `/@fs/${overlay.replace(/^\//, '')}` }, injectTo: 'head' },
  ],
}

async function openVite({ root, http, cacheDir }: PagesRequest, sound: () => Sources): Promise<ViteDevServer> {
  return await createServer({
    configFile: false,
    root: join(root, 'src/app/ui'),
    cacheDir,
    appType: 'custom',
    publicDir: false,
    logLevel: 'warn',
    clearScreen: false,
    plugins: [lastSound(root, sound), withOverlay, react()],
    worker: { format: 'es' },
    server: {
      middlewareMode: true,
      hmr: { server: http },
      fs: { allow: [root, realpathSync(join(root, 'node_modules'))] },
    },
  })
}

/** Serves the pages from their sources: an edit of theirs shows at once, one of the declarations when it is accepted. */
export async function openPages(request: PagesRequest): Promise<Pages> {
  const { root, installation, answered } = request
  let sound: Sources = new Map()
  let shown: Shown = { kind: 'begins' }
  const vite = await openVite(request, () => sound)
  const { hot, moduleGraph } = vite.environments.client
  hot.on(pageEvents.hello, (_: unknown, client) => client.send(pageEvents.shown, shown))
  hot.on(pageEvents.answer, answered)
  return {
    sources: vite.middlewares,
    page: async (address) => {
      const page = readFileSync(join(root, 'src/app/ui/index.html'), 'utf8')
      const overlay = readOverlay()
      return withInstallation(await vite.transformIndexHtml('/index.html', page, address), { ...installation, overlay })
    },
    show: (next) => {
      shown = next
      hot.send(pageEvents.shown, shown)
    },
    accept: () => {
      const before = sound
      sound = readSources(root)
      const changed = [...new Set([...before.keys(), ...sound.keys()])].filter(
        (path) => before.get(path) !== sound.get(path),
      )
      for (const path of changed)
        for (const each of moduleGraph.getModulesByFile(join(root, path)) ?? []) moduleGraph.invalidateModule(each)
      if (before.size > 0 && changed.length > 0) hot.send({ type: 'full-reload', path: '*' })
    },
    watcher: vite.watcher,
    close: () => vite.close(),
  }
}
