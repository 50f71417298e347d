// Run as a process by the tests of the embedded database: starts it on the folder given, says so in a line of JSON, and
// holds it until SIGTERM. Arguments: folder, use.
import { startEmbedded } from '#lib/embeddedPostgres/embedded.ts'

const [dataDir = '', use = 'server'] = process.argv.slice(2)
try {
  const embedded = await startEmbedded({
    dataDir,
    use: use as 'server' | 'command',
    durable: false,
    binFolder: process.env.TEST_PG_BIN,
    log: () => {},
  })
  await embedded.announce('http://127.0.0.1:4711')
  const holding = setInterval(() => {}, 60_000)
  process.once('SIGTERM', () => {
    clearInterval(holding)
    void embedded.stop()
  })
  // Last: whoever reads the line may end this process at once.
  process.stdout.write(`${JSON.stringify({ url: embedded.url, adopted: embedded.adopted })}\n`)
} catch (error) {
  process.stdout.write(`${JSON.stringify({ error: error instanceof Error ? error.message : String(error) })}\n`)
  process.exitCode = 1
}
