import { parseArgs, type ParseArgsConfig, type ParseArgsOptionsConfig } from 'node:util'
import { explainFailure, UsageError } from './runCommand.ts'

/** What a command may be given. */
interface Known<Options extends ParseArgsOptionsConfig> {
  options?: Options
  /** Whether words without dashes are taken. */
  allowPositionals?: boolean
  /** How the command is called; shown below the sentence. */
  usage?: string
}

function knownSentence(options: ParseArgsOptionsConfig): string {
  const names = Object.keys(options).map((name) => `--${name}`)
  if (names.length === 0) return 'This command has no options.'
  return `This command knows ${names.length === 1 ? names[0] : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`}.`
}

function sentence(error: NodeJS.ErrnoException, options: ParseArgsOptionsConfig): string {
  const word = /'([^']+)'/.exec(error.message)?.[1] ?? ''
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `Unknown option '${word}'. ${knownSentence(options)}`
  if (error.code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL')
    return `Unexpected word '${word}'. ${knownSentence(options)}`
  return `${error.message.split('\n')[0]!.replace(/\.?$/, '.')} ${knownSentence(options)}`
}

/**
 * Reads the options and words a command was called with.
 * @throws UsageError that names an unknown option, and those there are
 */
export function readOptions<const Options extends ParseArgsOptionsConfig = Record<string, never>>({
  options = {} as Options,
  allowPositionals = false,
  usage,
}: Known<Options>) {
  const config = { options, allowPositionals, strict: true } satisfies ParseArgsConfig
  try {
    return parseArgs(config)
  } catch (error) {
    if (!String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')) throw error
    throw new UsageError(`${sentence(error as NodeJS.ErrnoException, options)}${usage ? `\n\n${usage}` : ''}`)
  }
}

/** The same for a program that has nothing to close: says what is wrong and ends the process with 1. */
export function readOptionsOrEnd<const Options extends ParseArgsOptionsConfig>(known: Known<Options>) {
  try {
    return readOptions(known)
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`)
    process.exit(1)
  }
}
