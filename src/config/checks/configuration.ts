import type { Report } from '../report.ts'
import type { AnyResource } from '../resource.ts'

/** A mistake in the configuration: where it is, what is wrong, how to mend it. The code can be looked up in `resources/README.md`. */
export interface ConfigurationProblem {
  readonly code: string
  /** `affiliate.form.payment` */
  readonly where: string
  readonly what: string
  readonly how: string
}

/** What is checked. */
export interface Configuration {
  readonly resources: Readonly<Record<string, AnyResource>>
  readonly reports: Readonly<Record<string, Report>>
  readonly roles: readonly string[]
  /** Paths the menu leads to. */
  readonly menuPaths: readonly string[]
}
