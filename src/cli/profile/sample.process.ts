/**
 * Loaded into a process of tests before anything else: samples it, and writes what V8 counted into `PROFILE_DIR` when
 * it ends. `--cpu-prof` writes nothing there, because the runner of the tests ends its processes by a signal.
 */
import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join } from 'node:path'

const samplingMicroseconds = 500
const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.setSamplingInterval', { interval: samplingMicroseconds })
session.post('Profiler.start')

/** A session of its own thread answers before `post` returns. */
function write(): void {
  session.post('Profiler.stop', (error, answer) => {
    if (!error)
      writeFileSync(join(process.env.PROFILE_DIR ?? '.', `${process.pid}.cpuprofile`), JSON.stringify(answer.profile))
  })
}
process.once('exit', write)
process.once('SIGTERM', () => process.exit(143))
