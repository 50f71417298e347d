import type { Environment } from '#engine/server/environment.ts'
import { type Tracer, traceBy } from './tracing.ts'

/**
 * Begins to trace, where `OTEL_EXPORTER_OTLP_ENDPOINT` says where traces go; else nothing is loaded, and nobody called.
 * @returns the tracer that is to be stopped, with which tracing ends
 */
export async function startTracing(
  { tracing: { endpoint, serviceName, share } }: Pick<Environment, 'tracing'>,
  warn: (line: string) => void,
): Promise<Pick<Tracer, 'stop'> | null> {
  if (endpoint === undefined) return null
  const { openTelemetry } = await import('./openTelemetry.ts')
  const tracer = openTelemetry({ endpoint, serviceName, share, warn })
  traceBy(tracer)
  return {
    async stop() {
      traceBy(null)
      await tracer.stop()
    },
  }
}
