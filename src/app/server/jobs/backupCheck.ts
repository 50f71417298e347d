import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Environment } from '#engine/server/environment.ts'
import { ApiError } from '#engine/server/http/errors.ts'
import type { JobTask } from '#engine/jobs/server/job.ts'

/** What `npm run restore -- --verify` is: a process of its own, which the memory and time that it takes end with. */
const restoreScript = fileURLToPath(new URL('../../../cli/restore.ts', import.meta.url))
/** It needs nothing of the server but where backups are and what opens them. */
const handedOn = /^(BACKUP_|AWS_|PATH$|HOME$|TMPDIR$|NODE_EXTRA_CA_CERTS$|NODE_COMPILE_CACHE$)/
const reasonLengthMax = 300

interface Ended {
  readonly isGood: boolean
  readonly said: string
  readonly complained: string
}

/** Restores the newest backup into a database that is thrown away. @throws the signal's reason where it is to stop */
async function restoreAndVerify(signal: AbortSignal): Promise<Ended> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => handedOn.test(name)))
  const child = spawn(process.execPath, [restoreScript, '--verify'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [said, complained] = ['', '']
  child.stdout.on('data', (piece: Buffer) => (said += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (complained = (complained + piece.toString()).slice(-4_000)))
  const stop = () => void child.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  try {
    const code = await new Promise<number | null>((done, fail) => child.once('error', fail).once('close', done))
    signal.throwIfAborted()
    return { isGood: code === 0, said, complained }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

const isSet = ({ backups: { folder, identity } }: Environment) => folder !== undefined && identity !== undefined

/**
 * Restores the newest backup into a database that is thrown away and verifies log and movement, where the server has
 * the private key (`BACKUP_IDENTITY`). A backup that is no good is a run that failed.
 */
export const backupCheck: JobTask = {
  async run({ context, signal }) {
    if (!isSet(context.environment)) return [{ code: 'backupUnchecked' }]
    const { isGood, said, complained } = await restoreAndVerify(signal)
    const reason = complained.trim().split('\n').at(-1) ?? ''
    if (!isGood) throw new ApiError('backup_not_restorable', { values: { reason: reason.slice(0, reasonLengthMax) } })
    const [file = ''] = said.split(',')
    const [lines = ''] = /\d+(?= lines)/.exec(said) ?? []
    return [{ code: 'backupChecked', values: { file, lines } }]
  },
}
