import { AsyncLocalStorage } from 'node:async_hooks'
import { hostname } from 'node:os'
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Tracer } from './tracing.ts'

/** Where traces go, and how many of them. */
export interface TraceOptions {
  /** The collector's address, without `/v1/traces`. */
  readonly endpoint: string
  readonly serviceName: string
  /** The share of traces that are kept, 0 to 1. */
  readonly share: number
  /** Takes one line for the server's log. */
  readonly warn: (line: string) => void
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const
const stopLimitMs = 2_000
const exportLimitMs = 5_000
/** How often it is said that the collector cannot be reached. */
const warnEveryMs = 60_000

/** What the library complains of, as a line at most a minute. */
function sayComplaints(warn: TraceOptions['warn']): void {
  let saidAtMs = 0
  const say = (...words: unknown[]) => {
    if (Date.now() - saidAtMs < warnEveryMs) return
    saidAtMs = Date.now()
    warn(`traces could not be handed over: ${words.map(String).join(' ').slice(0, 300)}`)
  }
  const quiet = () => {}
  diag.setLogger({ error: say, warn: quiet, info: quiet, debug: quiet, verbose: quiet }, DiagLogLevel.ERROR)
}

/**
 * Traces by OpenTelemetry, handed over by OTLP over HTTP in batches; headers for the collector are those of
 * `OTEL_EXPORTER_OTLP_HEADERS`. No global of the library is set, and nothing is patched.
 */
export function openTelemetry({ endpoint, serviceName, share, warn }: TraceOptions): Tracer {
  sayComplaints(warn)
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: exportLimitMs })
  const processor = new BatchSpanProcessor({ exporter })
  const sampler = new TraceIdRatioBasedSampler(share)
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': serviceName, 'host.name': hostname(), 'process.pid': process.pid }),
    ),
    // Whoever asks says which trace it belongs to, not how many are kept.
    sampler: new ParentBasedSampler({ root: sampler, remoteParentSampled: sampler, remoteParentNotSampled: sampler }),
    spanProcessors: [processor],
  })
  const maker = provider.getTracer('affiliate-back-office')
  const propagator = new W3CTraceContextPropagator()
  const present = new AsyncLocalStorage<Context>()
  return {
    begin({ name, kind, attributes, isRoot = false }, headers) {
      const around = isRoot ? ROOT_CONTEXT : (present.getStore() ?? ROOT_CONTEXT)
      const parent = headers ? propagator.extract(around, headers, defaultTextMapGetter) : around
      const span = maker.startSpan(name, { kind: kinds[kind], ...(attributes ? { attributes } : {}) }, parent)
      const inside = trace.setSpan(parent, span)
      return {
        run: (work) => present.run(inside, work),
        set: (more) => void span.setAttributes(more),
        end(failure) {
          if (failure !== undefined) {
            span.setAttribute('error.type', failure)
            span.setStatus({ code: SpanStatusCode.ERROR })
          }
          span.end()
        },
      }
    },
    isInside: () => present.getStore() !== undefined,
    outgoing() {
      const headers: Record<string, string> = {}
      const inside = present.getStore()
      if (inside) propagator.inject(inside, headers, defaultTextMapSetter)
      return headers
    },
    async stop() {
      // A collector that does not answer keeps no server from stopping.
      const limit = new Promise<void>((done) => setTimeout(done, stopLimitMs).unref())
      await Promise.race([provider.shutdown().catch(() => {}), limit])
    },
  }
}
