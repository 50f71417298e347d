/*
 * What goes on in the server, as spans of traces, where `OTEL_EXPORTER_OTLP_ENDPOINT` says where they go. Everything
 * that is traced passes here: requests, statements, jobs, calls to others. The library stands behind `Tracer` and is
 * loaded where it is asked for alone; without it a piece of work costs one look at a variable.
 */

export type Attributes = Readonly<Record<string, string | number | boolean>>

/** A piece of work. Its attributes hold no values that people gave: no addresses, parameters or bodies. */
export interface TracedWork {
  readonly name: string
  /** Answers somebody, asks somebody, or neither. */
  readonly kind: 'server' | 'client' | 'internal'
  readonly attributes?: Attributes
  /** Begins a trace of its own, whatever it was begun by. */
  readonly isRoot?: boolean
}

/** Headers of a request, as Node gives them. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>

/** A piece of work under way. */
export interface OpenSpan {
  /** Whatever is begun inside belongs to it. */
  readonly run: <Result>(inside: () => Result) => Result
  readonly set: (attributes: Attributes) => void
  /** @param failure what went wrong, where something did: its kind, never its words */
  readonly end: (failure?: string) => void
}

/** Makes spans and hands them over. */
export interface Tracer {
  /** @param headers of a request that may belong to somebody else's trace */
  readonly begin: (work: TracedWork, headers?: Headers) => OpenSpan
  /** Is something under way that the present work belongs to? */
  readonly isInside: () => boolean
  /** What a request to somebody else carries, so that their spans belong to this trace. */
  readonly outgoing: () => Readonly<Record<string, string>>
  /** Hands over what waits, a few seconds at most. */
  readonly stop: () => Promise<void>
}

let tracer: Tracer | null = null

/** The tracer of this process; null where nothing is traced. */
export const currentTracer = (): Tracer | null => tracer

/** From now on everything is traced by it, or nothing. */
export function traceBy(next: Tracer | null): void {
  tracer = next
}

const kindOf = (error: unknown) => (error instanceof Error ? error.name : 'Error')

async function inSpan<Result>(span: OpenSpan, work: () => Promise<Result>): Promise<Result> {
  let failure: string | undefined
  try {
    return await span.run(work)
  } catch (error) {
    failure = kindOf(error)
    throw error
  } finally {
    span.end(failure)
  }
}

/** Does a piece of work, traced where something is. */
export function traced<Result>(what: TracedWork, work: () => Promise<Result>): Promise<Result> {
  return tracer ? inSpan(tracer.begin(what), work) : work()
}

const textMax = 2_000

/** Asks the database, traced where it belongs to something that is: what loops ask each second belongs to nothing. */
export function tracedStatement<Result>(text: string, ask: () => Promise<Result>): Promise<Result> {
  if (!tracer?.isInside()) return ask()
  const operation = /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL'
  const attributes = {
    'db.system.name': 'postgresql',
    'db.operation.name': operation,
    // Values are parameters, which stay out.
    'db.query.text': text.slice(0, textMax),
  }
  return inSpan(tracer.begin({ name: operation, kind: 'client', attributes }), ask)
}

/** Headers by which whoever is asked continues the trace; none where nothing is traced. */
export const outgoingTrace = (): Readonly<Record<string, string>> => tracer?.outgoing() ?? {}
