// The way in of every npm script. Plain JavaScript without a dependency, because on a fresh clone nothing is installed
// and the machine's own Node may be as old as 20: it installs what is missing, then goes on under the Node that the
// project pins. Kept lean: it runs before each start, and a start has three seconds in all.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { delimiter, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const modules = join(root, 'node_modules')
const pinnedNode = join(modules, '.bin', process.platform === 'win32' ? 'node.exe' : 'node')
const installStamp = join(modules, '.installed')
const pagesStamp = join(modules, '.pages-built')
/** What the pages are built from; a change in any of it builds them again at the next start. */
const pageSources = [
  'src/app/ui',
  'src/engine',
  'src/rules',
  'src/features',
  'resources',
  'locales',
  'themes',
  'src/cli/pages',
  'vite.config.ts',
  'package-lock.json',
]
const lockWaitMs = 900_000
/** A lock without a number is left behind after so long. */
const unsignedLockMs = 10_000
const parentPollMs = 250

const [command = '', ...rest] = process.argv.slice(2)

/** Ends the run with a sentence for the reader instead of a stack. */
class Stop extends Error {
  constructor(message, exitCode = 1) {
    super(message)
    this.exitCode = exitCode
  }
}

/** Oldest Node this script installs under: what it installs is compiled for the Node that runs it, so an older one would leave behind what no other can use. */
const oldestNode = 20

async function main() {
  process.chdir(root)
  if (majorOf(process.versions.node) < oldestNode) {
    throw new Stop(
      `This is Node ${process.versions.node}; the product needs Node ${oldestNode} or newer to install itself (it then brings its own). docs/installing.md says how: Debian 13 has one (apt-get install nodejs), on Debian 12 npm fetches one. Nothing was changed.`,
    )
  }
  const strange = /[#$?%]/.exec(root)
  if (strange)
    throw new Stop(
      `This folder (${root}) has a "${strange[0]}" in its name, with which addresses of files and shells do something else. Move the project to a folder without it. Nothing was changed.`,
    )
  await ensureInstalled()
  if (command === 'install') return
  if (command === 'test') return await runTests(rest)
  // A command tells by itself what it does not know; these two would build the pages first.
  const unknown = ['start', 'dev', 'build'].includes(command) ? rest[0] : undefined
  if (unknown !== undefined)
    throw new Stop(
      `${unknown.startsWith('-') ? 'Unknown option' : 'Unexpected word'} '${unknown}'. This command has no options: what it needs are environment variables.`,
    )
  if (command === 'start') await ensurePages()
  if (command === 'build') return await ensurePages()
  const script = join(root, 'src/cli', `${command}.ts`)
  if (!/^[a-zA-Z]+$/.test(command) || !existsSync(script))
    throw new Stop(`There is no command "${command}". The scripts of package.json list what there is.`)
  // What Node has compiled (and stripped of types) once is kept: a third of the time of a start.
  process.env.NODE_COMPILE_CACHE ??= join(modules, '.cache/compiled')
  process.exitCode = await run(pinnedNode, [...checkedFirst(command), script, ...rest], {
    watchParent: ['start', 'dev'].includes(command),
  })
}

/** Commands stand on the configuration: it is checked before they are read. A start, the check and `dev` do it. */
function checkedFirst(name) {
  return ['start', 'dev', 'checkConfig', 'overlay', 'translations'].includes(name)
    ? []
    : ['--import', pathToFileURL(join(root, 'src/cli/configuration/first.ts')).href]
}

// --- Installing -----------------------------------------------------------------------------------------------------

async function ensureInstalled() {
  const wanted = installKey()
  if (isInstalled(wanted)) return
  await underLock('install', async () => {
    if (isInstalled(wanted)) return // Another process did it while we waited.
    say('Installing what is missing (npm install, about a minute) ...')
    const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
    const outcome = spawnSync(npm[0], [...npm.slice(1), ...installArguments], {
      stdio: ['ignore', 2, 2],
      env: installEnvironment(),
    })
    if (outcome.error)
      throw new Stop(`npm could not be started (${outcome.error.message}). Install npm, or run "npm install" yourself.`)
    if (outcome.status !== 0)
      throw new Stop(
        'npm could not install what is missing; its own words are above. Mend that (network, disk space, rights on node_modules) and start again.',
        outcome.status ?? 1,
      )
    if (!pinnedVersion())
      throw new Stop(
        'The Node that this project pins was not installed, because npm was told to ignore install scripts. Run: npm install --no-save --ignore-scripts=false',
      )
    stampInstall(wanted)
  })
}

/**
 * Not `npm ci`: it refuses a lock file that lacks the optional packages of other platforms, and a registry that does not
 * carry them all makes such lock files. With --no-save the lock file decides all the same and is left as it is.
 */
const installArguments = [
  'install',
  '--no-save',
  '--include=dev',
  '--include=optional',
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
]

/** Our own npm must not inherit what the npm around us was told for its own run (`--prefix`, `--omit`, `--ignore-scripts`, ...). */
function installEnvironment() {
  const kept = Object.entries(process.env).filter(
    ([name]) =>
      !/^npm_(package|lifecycle|config_(prefix|local_prefix|omit|production|ignore_scripts|dry_run|package_lock_only))/.test(
        name,
      ),
  )
  return { ...Object.fromEntries(kept), NODE_ENV: '' }
}

function installKey() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')
}

function majorOf(version) {
  return Number(version.split('.')[0])
}

function isInstalled(wanted) {
  if (!existsSync(modules)) return false
  const [stamped, major] = readIfThere(installStamp).split('\n')
  if (major !== undefined) return stamped === wanted && Number(major) >= oldestNode && existsSync(pinnedNode)
  // Somebody ran npm by hand, or a version that did not note under which Node: what npm itself notes about the folder tells whether it fits.
  if ((stamped !== '' && stamped !== wanted) || !holdsWhatIsLocked() || !pinnedVersion()) return false
  stampInstall(wanted)
  return true
}

/** Notes what is installed, and under which Node: what an older one left behind is not taken over. */
function stampInstall(wanted) {
  writeFileSync(installStamp, `${wanted}\n${majorOf(process.versions.node)}`)
}

function holdsWhatIsLocked() {
  const noted = join(modules, '.package-lock.json')
  if (!existsSync(noted)) return false
  const present = JSON.parse(readFileSync(noted, 'utf8')).packages
  const locked = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  return Object.entries(locked).every(
    ([path, { version, optional, link }]) =>
      path === '' || link || present[path]?.version === version || (optional && !present[path]),
  )
}

function pinnedVersion() {
  return spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' }).stdout?.trim()
}

// --- Pages ----------------------------------------------------------------------------------------------------------

async function ensurePages() {
  const wanted = pagesKey()
  if (arePagesBuilt(wanted)) return
  await underLock('build', async () => {
    if (arePagesBuilt(wanted)) return
    const checked = spawnSync(pinnedNode, [join(root, 'src/cli/checkConfig.ts')], { stdio: ['ignore', 'ignore', 2] })
    if (checked.status !== 0)
      throw new Stop('The configuration is wrong; nothing was begun. What is to mend is above.', checked.status ?? 1)
    say('Building the pages ...')
    const vite = join(modules, 'vite/bin/vite.js')
    const outcome = spawnSync(pinnedNode, [vite, 'build', '--logLevel', 'warn'], {
      stdio: ['ignore', 2, 2],
      env: { ...pathWithPinnedNode(), NODE_ENV: 'production' },
    })
    if (outcome.status !== 0) throw new Stop('The pages could not be built; the reason is above.', outcome.status ?? 1)
    writeFileSync(pagesStamp, wanted)
  })
}

function arePagesBuilt(wanted) {
  return (
    existsSync(join(root, 'dist/index.html')) && existsSync(pagesStamp) && readFileSync(pagesStamp, 'utf8') === wanted
  )
}

function pagesKey() {
  const hash = createHash('sha256').update(process.env.API_HOST ?? '')
  for (const source of pageSources) hashInto(hash, join(root, source))
  return hash.digest('hex')
}

function hashInto(hash, path) {
  // Pages read the overlay from the server.
  if (!existsSync(path) || path === join(root, 'resources/overlay')) return
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path).sort()) hashInto(hash, join(path, name))
  } else {
    hash.update(relative(root, path)).update('\0').update(readFileSync(path)).update('\0')
  }
}

// --- Tests ----------------------------------------------------------------------------------------------------------

async function runTests(args) {
  const { values, rest } = takeFeature(args)
  if (values.length === 0 && mayMeetBrowser(rest)) ensureBrowser()
  const vitest = join(modules, 'vitest/vitest.mjs')
  let tail = ''
  const exitCode = await run(pinnedNode, [vitest, 'run', ...rest, ...values], {
    onOutput: (chunk) => (tail = (tail + chunk).slice(-500)),
  })
  const hasClosingLine = /^\d+ passed, \d+ failed\s*$/.test(tail.trimEnd().split('\n').at(-1) ?? '')
  if (!hasClosingLine) process.stdout.write('0 passed, 1 failed\n')
  process.exitCode = hasClosingLine ? exitCode : exitCode || 1
}

/** `--feature payouts`: the tests of that feature and of its rules, as paths for vitest; none of them needs a browser. */
function takeFeature(args) {
  const at = args.findIndex((word) => word === '--feature' || word.startsWith('--feature='))
  if (at < 0) return { values: [], rest: args }
  const isPair = args[at] === '--feature'
  const name = isPair ? args[at + 1] : args[at].slice('--feature='.length)
  const features = readdirSync(join(root, 'tests/features')).sort()
  if (!features.includes(name)) throw new Stop(`--feature names one of ${features.join(', ')}.\n0 passed, 1 failed`)
  return { values: [`tests/features/${name}/`, `tests/rules/${name}`], rest: args.toSpliced(at, isPair ? 2 : 1) }
}

/** Whether tests of the browser may be among those asked for: other projects and other folders need none. */
function mayMeetBrowser(args) {
  const projects = args.flatMap((word, at) =>
    word === '--project'
      ? [args[at + 1] ?? '']
      : word.startsWith('--project=')
        ? [word.slice('--project='.length)]
        : [],
  )
  if (projects.length > 0 && projects.every((name) => /^[a-z]+(-[a-z]+)*$/.test(name) && name !== 'e2e')) return false
  const paths = args.filter((word) => word.startsWith('tests/'))
  return (
    paths.length === 0 || paths.some((path) => 'tests/browser/'.startsWith(path) || path.startsWith('tests/browser'))
  )
}

/** The browser tests drive the system's Chromium: it cannot be downloaded from where npm's packages come from. */
function ensureBrowser() {
  if (existsSync(process.env.CHROMIUM || '/usr/bin/chromium')) return
  const remedy =
    'Install it (Debian: sudo apt-get install --no-install-recommends chromium) or name another one with CHROMIUM=/path/to/chromium.'
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    throw new Stop(
      `The browser tests need Chromium, and there is none at ${process.env.CHROMIUM || '/usr/bin/chromium'}. ${remedy}\n0 passed, 1 failed`,
    )
  say('Installing Chromium for the browser tests (apt-get) ...')
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ]) {
    const { status } = spawnSync('apt-get', args, { stdio: ['ignore', 2, 2], env: environment })
    if (status !== 0)
      throw new Stop(`apt-get could not install Chromium; its own words are above. ${remedy}\n0 passed, 1 failed`)
  }
}

// --- Running --------------------------------------------------------------------------------------------------------

function pathWithPinnedNode() {
  return { ...process.env, PATH: `${dirname(pinnedNode)}${delimiter}${process.env.PATH ?? ''}` }
}

/** Runs a program to its end with our signals passed on; resolves to the exit code to leave with. */
function run(program, args, { watchParent = false, onOutput } = {}) {
  const environment = {
    ...pathWithPinnedNode(),
    ...(watchParent ? { BOOTSTRAP_PID: String(process.pid) } : {}),
    ...(onOutput && process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}),
  }
  const child = spawn(program, args, { stdio: ['inherit', onOutput ? 'pipe' : 'inherit', 'inherit'], env: environment })
  if (onOutput) child.stdout.on('data', (chunk) => (onOutput(chunk.toString()), process.stdout.write(chunk)))
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  const stopWatching = watchParent ? watchNpm(() => child.kill('SIGTERM')) : () => {}
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (code, signal) => {
      stopWatching()
      done(code ?? (signal ? 128 + signalNumbers[signal] : 1))
    })
  })
}

const signalNumbers = { SIGHUP: 1, SIGINT: 2, SIGQUIT: 3, SIGABRT: 6, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 }

/**
 * npm that is killed outright cannot tell us; the server must not go on without anybody who could stop it. The script
 * in package.json says `exec`, so that no shell stands between npm and us: a shell would not pass signals on.
 */
function watchNpm(onDeath) {
  if (!process.env.npm_lifecycle_event) return () => {}
  const npm = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === npm) return
    clearInterval(timer)
    onDeath()
  }, parentPollMs)
  return () => clearInterval(timer)
}

// --- Helpers --------------------------------------------------------------------------------------------------------

/** Lets one process at a time do `work`; a lock whose process is gone is broken. */
async function underLock(name, work) {
  mkdirSync(join(root, 'data'), { recursive: true })
  const path = join(root, 'data', `.${name}.lock`)
  const deadline = Date.now() + lockWaitMs
  let hasSaid = false
  while (!tryLock(path)) {
    if (Date.now() > deadline)
      throw new Stop(
        `Another process has held ${path} for too long: ${holderOf(path)}. Remove the file if that is no process of this product any more.`,
      )
    if (!hasSaid) say(`Waiting for another process that is doing the same: ${holderOf(path)} ...`)
    hasSaid = true
    await new Promise((go) => setTimeout(go, 200))
  }
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}

function tryLock(path) {
  try {
    const file = openSync(path, 'wx')
    writeSync(file, String(process.pid))
    closeSync(file)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST')
      throw new Stop(`${path} cannot be written (${error.code}). Give yourself the right to write in ${root}.`)
    const holder = Number(readIfThere(path))
    // Without a number whoever made it ended before it wrote one.
    const isAbandoned = holder > 0 ? !isAlive(holder) : lockAgeMs(path) > unsignedLockMs
    if (isAbandoned) say(`Removing the lock ${path}, which was left behind: ${holderOf(path)}.`)
    if (isAbandoned) rmSync(path, { force: true })
    return false
  }
}

function lockAgeMs(path) {
  return existsSync(path) ? Date.now() - statSync(path).mtimeMs : 0
}

/** Who holds a lock and since when, for people. */
function holderOf(path) {
  const holder = readIfThere(path) || 'that has not given its number'
  return `process ${holder}, for ${Math.round(lockAgeMs(path) / 1000)} s (lock ${path})`
}

function readIfThere(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function say(line) {
  process.stderr.write(`${line}\n`)
}

main().catch((error) => {
  process.stderr.write(`${error instanceof Stop ? error.message : error.stack}\n`)
  process.exitCode = error instanceof Stop ? error.exitCode : 1
})
