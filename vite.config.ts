import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { nameApiHost } from './src/cli/pages/apiHost.ts'
import { compressPages } from './src/cli/pages/compressPages.ts'
import { standInPackages } from './src/cli/pages/stubPackages.ts'
import { partsOfPages } from './src/cli/pages/namedChunks.ts'
import { namePreloads } from './src/cli/pages/preloads.ts'
import { skeletonFirst } from './src/cli/pages/skeletonFirst.ts'
import { waitForParts } from './src/cli/pages/retryChunks.ts'

// The pages are built from src/app/ui; the tests run from the top.
const pagesRoot: Plugin = { name: 'pages-root', apply: 'build', config: () => ({ root: 'src/app/ui' }) }

// Loaded for tests alone: what builds or serves the pages needs neither a test runner nor the folder of the tests. Whoever
// reads this file looks for what it imports by a plain name, wanted or not, and the image is built without tests.
const support = (name: string): Promise<unknown> => import(new URL(`./tests/support/${name}.ts`, import.meta.url).href)
const testing = process.env['VITEST']
  ? {
      ...((await support('longestFirst')) as typeof import('./tests/support/longestFirst.ts')),
      ...((await support('coreAlone')) as typeof import('./tests/support/coreAlone.ts')),
    }
  : null

// Files of a worker share the modules they load: loading them for each file anew took as long as the tests themselves.
const sharedModules = { isolate: false } as const
// What random tests draw from.
const properties = './tests/support/properties.ts'
// What a module reads once, as it is loaded: these write it first.
const ownModules = [
  'tests/features/{reporting/ui/businessDay,payouts/ui/manualPayment}.test.tsx',
  'tests/engine/{ui/fields/installation,auth/ui/session/*}.test.ts',
]

export default defineConfig({
  publicDir: false,
  // Where the pages find the API: the same origin unless API_HOST says otherwise at build time.
  plugins: [
    pagesRoot,
    react(),
    standInPackages(),
    waitForParts(),
    skeletonFirst(),
    namePreloads(),
    nameApiHost(process.env['API_HOST']),
    compressPages(),
  ],
  build: {
    outDir: '../../../dist',
    emptyOutDir: true,
    target: 'es2023',
    // Fonts and pictures stay files, so that the page's content policy needs no `data:`.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: {
      // The texts of the first language come with the first page of all; those of the others when they are asked for.
      checks: { ineffectiveDynamicImport: false },
      output: { codeSplitting: { groups: partsOfPages() } },
    },
  },
  // A worker loads the language it writes in, and no other.
  worker: { format: 'es' },
  test: {
    // Two cores are what a small build machine has; more workers would only wait for each other.
    maxWorkers: 2,
    passWithNoTests: true,
    ...(testing ? { sequence: { sequencer: testing.LongestFirst } } : {}),
    // One key ring for the log of every test's server, outside the project.
    env: {
      LOG_KEYS: join(tmpdir(), `back-office-tests-${userInfo().uid}`, 'log-keys.json'),
      // Processes that tests start are compiled as those of the product are (see src/cli/bootstrap.mjs).
      NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/compiled'),
      // Nothing is published here.
      DATA_DIR: join(tmpdir(), `back-office-tests-${userInfo().uid}`),
    },
    // A busy machine is no reason to fail: what is waited for fails a test only where it does not come at all.
    expect: { poll: { timeout: 20_000 } },
    // What was read and transformed once is kept for the next run, as long as it is the same.
    fsModuleCache: true,
    reporters: ['default', './tests/support/closingLine.ts'],
    projects: [
      project('unit', ['tests/rules', 'tests/engine/{declaration,values}', 'tests/cli'], {
        exclude: ['tests/cli/server/**'],
        setupFiles: properties,
        testTimeout: 60_000,
        hookTimeout: 120_000,
      }),
      pages('admin', ['tests/{engine,features,app}/**/ui/**/*.test.{ts,tsx}'], {
        exclude: ownModules,
        ...sharedModules,
      }),
      pages('admin-alone', ownModules),
      project('api', ['tests/{engine,features,app,cli}/**/server', 'tests/contract'], {
        globalSetup: './tests/support/databaseServer.ts',
        setupFiles: [properties, './tests/support/statements.ts'],
        // What took too long is tried once more, told at the end; what came out wrong is not.
        retry: { count: 1, condition: /timed out/ },
        testTimeout: 60_000,
        hookTimeout: 120_000,
        ...sharedModules,
      }),
      project('tidy', ['tests/tidy'], { testTimeout: 300_000 }),
      // After the others: each drives a browser and a whole server. A second try, told at the end, keeps one hiccup of a
      // browser from hiding what six thousand other tests say.
      project('e2e', ['tests/browser'], {
        globalSetup: './tests/support/databaseServer.ts',
        sequence: { groupOrder: 1 },
        retry: 1,
        testTimeout: 120_000,
        hookTimeout: 300_000,
        ...sharedModules,
      }),
    ],
  },
})

/** A kind of test: where its files are and what they need around them. */
function project(
  name: string,
  folders: string[],
  options: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration {
  return { extends: true, test: { name, include: folders.map((folder) => `${folder}/**/*.test.{ts,tsx}`), ...options } }
}

/** Tests of the pages, in a document of jsdom. */
function pages(
  name: string,
  include: string[],
  options: TestProjectInlineConfiguration['test'] = {},
): TestProjectInlineConfiguration {
  const { test } = project(name, [], {
    environment: 'jsdom',
    setupFiles: './tests/support/page.ts',
    testTimeout: 60_000,
    ...options,
  })
  return { extends: true, plugins: [testing?.coreAlone()], test: { ...test, include } }
}
