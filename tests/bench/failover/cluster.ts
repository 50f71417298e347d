import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../recordsSupport.ts'
import { freePort, type TrialFolder, type TrialProcess, until } from '../scaling/processes.ts'

/** What the trial runs besides the product. */
export interface ClusterPrograms {
  readonly etcd: string
  readonly patroni: string
  readonly haproxy: string
  readonly postgresFolder: string
}

/** Finds every program. @returns what to install, where one is missing */
export function findClusterPrograms(): ClusterPrograms | string {
  const [etcd, patroni, haproxy, rewind] = ['etcd', 'patroni', 'haproxy', 'pg_rewind'].map(findProgram)
  if (etcd && patroni && haproxy && rewind)
    return { etcd, patroni, haproxy, postgresFolder: rewind.replace(/\/[^/]+$/, '') }
  const missing = Object.entries({ etcd, patroni, haproxy, PostgreSQL: rewind })
    .filter(([, program]) => !program)
    .map(([name]) => name)
  return `Not installed: ${missing.join(', ')}. Debian has them all: apt-get install postgresql etcd-server patroni python3-etcd haproxy.`
}

/** How a machine of the database is lost. */
export type Loss = 'machine' | 'postgres' | 'frozen'

/** One machine of the database: Patroni and its PostgreSQL. */
export interface DatabaseMachine {
  readonly name: string
  readonly restPort: number
  readonly port: number
  /** The superuser's address of this one. */
  readonly url: string
  /** Whether it says that it is the primary. */
  isPrimary(): Promise<boolean>
  lose(how: Loss): Promise<void>
  /** What becomes of it afterwards without a person: it starts again, or thaws. */
  comeBack(): Promise<void>
  output(): string
}

/** Everything that stands under the product. */
export interface Cluster {
  readonly machines: readonly DatabaseMachine[]
  readonly etcd: { lose(): Promise<void>; comeBack(): Promise<void> }
  /** The superuser's address by way of HAProxy: whichever is the primary. */
  readonly primaryUrl: string
  /** Where the two servers of the product must listen. */
  readonly officePorts: readonly [number, number]
  /** Where HAProxy listens for people. */
  readonly officeAddress: string
  databaseUrl(options: { user: string; password: string; isRead?: boolean }): string
  primary(): Promise<DatabaseMachine>
  /** Waits until the standby takes every commit before it is answered. */
  untilSynchronous(): Promise<number>
  end(): Promise<void>
}

const superuser = { user: 'postgres', password: 'Trial-Super-1' }
const deployFolder = join(import.meta.dirname, '../../../deploy/ha')
/** The socket lies in the data folder: two run on this machine, as whichever user. */
const patroniFile = () =>
  readFileSync(join(deployFolder, 'patroni.yaml'), 'utf8').replace(
    /^postgresql:\n/m,
    'postgresql:\n  parameters:\n    unix_socket_directories: .\n',
  )

async function answersWell(url: string): Promise<boolean> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
  await answer?.arrayBuffer().catch(() => null)
  return answer?.status === 200
}

/** A process and all of its children. */
function familyOf(pid: number): number[] {
  const children = readdirSync('/proc').filter((entry) => {
    if (!/^\d+$/.test(entry)) return false
    try {
      return readFileSync(`/proc/${entry}/stat`, 'utf8').split(') ')[1]!.split(' ')[1] === String(pid)
    } catch {
      return false // It ended while we looked.
    }
  })
  return [pid, ...children.map(Number)]
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended by itself.
    }
  }
}

interface MachineOptions {
  readonly name: string
  readonly folder: TrialFolder
  readonly programs: ClusterPrograms
  readonly configuration: string
  readonly etcdPort: number
}

async function startMachine({
  name,
  folder,
  programs,
  configuration,
  etcdPort,
}: MachineOptions): Promise<DatabaseMachine> {
  const [restPort, port] = [await freePort(), await freePort()]
  const data = join(folder.path, `data-${name}`)
  const environment = {
    PATRONI_NAME: name,
    PATRONI_ETCD3_HOSTS: `127.0.0.1:${etcdPort}`,
    PATRONI_RESTAPI_LISTEN: `127.0.0.1:${restPort}`,
    PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${restPort}`,
    PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${port}`,
    PATRONI_POSTGRESQL_DATA_DIR: data,
    PATRONI_POSTGRESQL_BIN_DIR: programs.postgresFolder,
    PATRONI_POSTGRESQL_PGPASS: join(folder.path, `pgpass-${name}`),
    PATRONI_SUPERUSER_PASSWORD: superuser.password,
    PATRONI_REPLICATION_PASSWORD: 'Trial-Replication-1',
    PATRONI_REWIND_PASSWORD: 'Trial-Rewind-1',
  }
  const start = () => folder.start(programs.patroni, [configuration], port, environment)
  let patroni: TrialProcess = start()
  let frozen: readonly number[] = []
  const postmaster = () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
  return {
    name,
    restPort,
    port,
    url: `postgres://${superuser.user}:${superuser.password}@127.0.0.1:${port}/postgres`,
    isPrimary: () => answersWell(`http://127.0.0.1:${restPort}/primary`),
    output: () => patroni.output(),
    async lose(how) {
      const family = familyOf(postmaster())
      if (how === 'frozen') signalAll((frozen = [patroni.pid, ...family]), 'SIGSTOP')
      else signalAll(how === 'machine' ? [patroni.pid, ...family] : family, 'SIGKILL')
      if (how === 'machine') await patroni.end('SIGKILL')
    },
    async comeBack() {
      signalAll(frozen, 'SIGCONT')
      frozen = []
      if (patroni.hasEnded()) patroni = start()
    },
  }
}

async function startEtcd(programs: ClusterPrograms, folder: TrialFolder) {
  const [port, peerPort] = [await freePort(), await freePort()]
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  const environment = {
    ETCD_NAME: 'one',
    ETCD_DATA_DIR: folder.folder('etcd'),
    ETCD_LISTEN_CLIENT_URLS: client,
    ETCD_ADVERTISE_CLIENT_URLS: client,
    ETCD_LISTEN_PEER_URLS: peer,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peer,
    ETCD_INITIAL_CLUSTER: `one=${peer}`,
  }
  const start = async () => {
    const etcd = folder.start(programs.etcd, [], port, environment)
    await until('etcd answers', () => answersWell(`${client}/health`))
    return etcd
  }
  let etcd = await start()
  const lose = () => etcd.end('SIGKILL')
  const comeBack = async () => void (etcd = await start())
  return { port, lose, comeBack }
}

/** Starts etcd, two machines of the database and HAProxy before them, with the files of deploy/ha. */
export async function startCluster(programs: ClusterPrograms, folder: TrialFolder): Promise<Cluster> {
  const etcd = await startEtcd(programs, folder)
  const configuration = folder.file('patroni.yaml', patroniFile())
  const machine = (name: string) => startMachine({ name, folder, programs, configuration, etcdPort: etcd.port })
  const machines = [await machine('one')]
  await until('the first machine is the primary', () => machines[0]!.isPrimary(), 60_000)
  machines.push(await machine('two'))
  const [primaryPort, standbyPort, officePort] = [await freePort(), await freePort(), await freePort()]
  const officePorts = [await freePort(), await freePort()] as const
  const [one, two] = machines as [DatabaseMachine, DatabaseMachine]
  folder.start(
    programs.haproxy,
    ['-db', '-n', '400', '-f', folder.file('haproxy.cfg', readFileSync(join(deployFolder, 'haproxy.cfg'), 'utf8'))],
    officePort,
    {
      PRIMARY_BIND: `127.0.0.1:${primaryPort}`,
      STANDBY_BIND: `127.0.0.1:${standbyPort}`,
      OFFICE_BIND: `127.0.0.1:${officePort}`,
      DATABASE_ONE: `127.0.0.1:${one.port}`,
      DATABASE_TWO: `127.0.0.1:${two.port}`,
      PATRONI_ONE_PORT: String(one.restPort),
      PATRONI_TWO_PORT: String(two.restPort),
      OFFICE_ONE: `127.0.0.1:${officePorts[0]}`,
      OFFICE_TWO: `127.0.0.1:${officePorts[1]}`,
    },
  )
  const databaseUrl: Cluster['databaseUrl'] = ({ user, password, isRead = false }) =>
    `postgres://${user}:${password}@127.0.0.1:${isRead ? standbyPort : primaryPort}/office`
  const primaryUrl = databaseUrl(superuser).replace(/office$/, 'postgres')
  // The word of Patroni: PostgreSQL waits for the standby a moment before it may take over.
  const isSynchronous = async () => {
    const words = machines.map(({ restPort }) => answersWell(`http://127.0.0.1:${restPort}/synchronous`))
    return (await Promise.all(words)).includes(true)
  }
  return {
    machines,
    etcd,
    primaryUrl,
    officePorts,
    databaseUrl,
    officeAddress: `http://127.0.0.1:${officePort}`,
    async primary() {
      for (const each of machines) if (await each.isPrimary()) return each
      throw new Error('There is no primary.')
    },
    untilSynchronous: () => until('the standby is synchronous', isSynchronous, 120_000),
    async end() {
      for (const each of machines) await each.comeBack().catch(() => {})
    },
  }
}
