import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type LocatedProblem, problemLine } from '../configuration/sources.ts'
import type { PlannedChange } from '../support/plannedChanges.ts'
import type { Answer, Shown } from './messages.ts'
import type { Pages } from './pages.ts'
import type { ServerEvents, Servers } from './servers.ts'

/** What it works with. */
interface DevelopmentParts {
  readonly pages: Pick<Pages, 'show' | 'accept'>
  readonly print: (line: string) => void
  /** Opens the servers, which tell what becomes of them. */
  readonly servers: (events: ServerEvents) => Servers
}

const goesOn = 'The last good configuration goes on serving.'

/** What an edit leads to, step by step, told on the terminal and in the page alike; a question is answered on either. */
export class Development implements ServerEvents {
  readonly servers: Servers
  readonly #parts: DevelopmentParts
  #address = ''
  #isServing = false
  #question = 0
  #isAsking = false
  #begunAt = 0

  constructor(parts: DevelopmentParts) {
    this.#parts = parts
    this.servers = parts.servers(this)
  }

  /** The first server begins. */
  start(address: string): void {
    this.#address = address
    this.#begin()
  }

  /** Somebody changed files. */
  edited(paths: readonly string[]): void {
    this.#parts.print(
      `Edited: ${paths.length > 5 ? `${paths.slice(0, 5).join(', ')} and ${paths.length - 5} more` : paths.join(', ')}`,
    )
    this.#begin()
  }

  /** Takes `y` and `n` from a terminal. */
  listenToTerminal(input: Readable): void {
    createInterface({ input }).on('line', (line) => {
      const word = line.trim().toLowerCase()
      if (['y', 'yes', 'n', 'no'].includes(word)) this.answer({ question: this.#question, isYes: word.startsWith('y') })
    })
  }

  /** Somebody has said what is to become of the change that was asked about last. */
  answer({ question, isYes }: Answer): void {
    if (!this.#isAsking || question !== this.#question) return
    this.#isAsking = false
    if (isYes) {
      this.#begunAt = Date.now()
      return this.servers.agree()
    }
    this.servers.decline()
    this.#say({ kind: 'declined' }, `The database was left as it is. ${goesOn}`)
  }

  wrong(problems: readonly LocatedProblem[]): void {
    const lines = problems.map(problemLine)
    this.#say(
      { kind: 'wrong', lines },
      [...lines, this.#isServing ? goesOn : 'Mend it; the server begins then.'].join('\n'),
    )
  }

  asks(changes: readonly PlannedChange[]): void {
    this.#isAsking = true
    this.#question += 1
    const lines = changes.map(({ said, statement }) => `  ${said.en}\n    ${statement.replaceAll('\n', '\n    ')}`)
    this.#say(
      { kind: 'asks', changes, question: this.#question },
      ['This edit changes the database:', ...lines, 'Change it? (y/n)'].join('\n'),
    )
  }

  outdated(): void {
    this.#parts.print('Published in the studio.')
    this.#begin()
  }

  failed(text: string): void {
    this.#say({ kind: 'failed', text }, this.#isServing ? `${text}\n${goesOn}` : text)
  }

  ready(): void {
    this.#parts.pages.accept()
    const seconds = ((Date.now() - this.#begunAt) / 1000).toFixed(1)
    const said = this.#isServing
      ? `Serves the edit after ${seconds} s.`
      : `\nThe back office is ready:  ${this.#address}\nEdits of resources, locales, themes and sources show by themselves. Stop with Ctrl+C.\n`
    this.#isServing = true
    this.#say({ kind: 'serves' }, said)
  }

  #begin(): void {
    this.#isAsking = false
    this.#begunAt = Date.now()
    this.servers.begin()
  }

  #say(shown: Shown, text: string): void {
    this.#parts.print(text)
    this.#parts.pages.show(shown)
  }
}
