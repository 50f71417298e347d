import type { Decisions } from '../decision.ts'
import type { Features } from '../feature.ts'
import type { MeasureDefinition } from '#rules/activity/measures.ts'
import type { Events, Movement } from '../activity.ts'
import type { Choices } from '../choices.ts'
import type { FieldMap } from '../fields/index.ts'
import type { Accounts } from '../account.ts'
import type { Gateways } from '../gateway.ts'
import type { Jobs } from '../job.ts'
import type { FormulaDefinition } from '../measures.ts'
import type { ConfigurationNames } from '../names.ts'
import type { OperatorWebhooks } from '../operatorWebhook.ts'
import type { Signals } from '../webhook.ts'
import type { Report } from '../report.ts'
import type { Risks } from '../risk.ts'
import type { Taxes } from '../tax.ts'
import type { AnyResource } from '../resource.ts'
import type { Lifecycles } from '../transition.ts'

/**
 * A mistake in the configuration: where it is, what is wrong, how to mend it. The code can be looked up in
 * `resources/README.md`.
 */
export interface ConfigurationProblem {
  readonly code: string
  /** The way to it through the declarations: `['resources', 'affiliate', 'form', 'payment']`. */
  readonly path: readonly string[]
  /** The same as people say it: `affiliate.form.payment`. */
  readonly where: string
  readonly what: string
  readonly how: string
}

/** An entry of the navigation, as the check reads it. */
export interface CheckedMenuEntry {
  readonly name: string
  readonly path: string
  readonly roles: readonly string[]
  readonly root?: boolean
  readonly under?: string
  readonly hint?: boolean
}

/** What is checked: everything that is declared. */
export interface Configuration {
  readonly resources: Readonly<Record<string, AnyResource>>
  readonly reports: Readonly<Record<string, Report>>
  /** What can happen, and what is added up of it. */
  readonly events: Events
  readonly movement: Movement
  /** Measures made of others. */
  readonly formulas: Readonly<Record<string, FormulaDefinition>>
  /** Every measure: these and those that movement stores among them. */
  readonly measures: Readonly<Record<string, MeasureDefinition>>
  /** The work that is done by itself. */
  readonly jobs: Jobs
  /** What companies can switch off. */
  readonly features: Features
  /** The plan of accounts. */
  readonly accounts: Accounts
  /** Through what automatic payments can go. */
  readonly gateways: Gateways
  /** What can be kept back from payments. */
  readonly taxes: Taxes
  /** The signs of fraud. */
  readonly risks: Risks
  /** What the operator's own systems are told of. */
  readonly notices: OperatorWebhooks
  /** What targets can be told of. */
  readonly signals: Signals
  readonly roles: readonly string[]
  readonly profileNames: readonly string[]
  /** What each named profile may do from the start. */
  readonly profiles: Readonly<Record<string, readonly string[]>>
  readonly menu: Readonly<Record<string, readonly CheckedMenuEntry[]>>
  /** Addresses of pages that are no resource's and no report's. */
  readonly pages: readonly string[]
  /** Those of them that are declared, and what needs another person. */
  readonly declaredPages: Readonly<Record<string, { readonly path: string }>>
  readonly decisions: Decisions
  /** The decisions about records, by resource. */
  readonly transitions: Lifecycles
  readonly choices: Readonly<Record<string, Choices>>
  /** The names of server-side work there are. */
  readonly names: Readonly<
    Record<
      Exclude<keyof ConfigurationNames, 'role' | 'event' | 'measure' | 'productMeasure' | 'job' | 'feature'>,
      readonly string[]
    >
  >
  /** Fields outside resources: what people give with other requests. */
  readonly requests: Readonly<Record<string, FieldMap>>
  /** Texts of each language, by part (`resources`, `errors`), with the labels that declarations carry. */
  readonly locales: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** The same as the files of the languages say it. */
  readonly localeFiles?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** Brand themes, by folder. */
  readonly themes: Readonly<Record<string, unknown>>
  /** The names of those that are served. */
  readonly servedThemes: readonly string[]
  /** The colours that a palette and a bar have. */
  readonly colorNames: { readonly palette: readonly string[]; readonly bar: readonly string[] }
  /** What must stand out from what, and how much (WCAG). */
  readonly contrastPairs: Readonly<
    Record<'palette' | 'bar', readonly (readonly [color: string, on: string, atLeast: number])[]>
  >
  /** The languages that people choose among, by key. */
  readonly languages: Readonly<Record<string, unknown>>
  /** The resources that a named piece of server-side work is for; what is not named here is for any. */
  readonly workFor: Readonly<Record<string, readonly string[]>>
}

const roots: ReadonlySet<string | undefined> = new Set(['resources', 'reports'])

/** Makes a problem; `where` follows from the way to it. */
export function problemAt(
  path: readonly string[],
  { code, what, how }: Pick<ConfigurationProblem, 'code' | 'what' | 'how'>,
): ConfigurationProblem {
  return { code, path, where: (roots.has(path[0]) && path.length > 1 ? path.slice(1) : path).join('.'), what, how }
}
