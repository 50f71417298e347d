import type { TranslationMessages } from 'react-admin'
import type {
  ChoiceMessages,
  ErrorMessages,
  MenuMessages,
  ReportMessages,
  ResourceMessages,
  SystemMessages,
} from './messages.ts'
import type { pages } from './en/pages.ts'
import type { DownloadsMessages } from './en/downloads.ts'
import type { PageTitles } from './en/pageTitles.ts'
import type { PanelsMessages } from './en/panels.ts'
import type { PayingMessages } from './en/paying.ts'
import type { resourcePages } from './en/resourcePages.ts'
import type { WorkMessages } from './en/work.ts'
import type * as onDemand from './en/onDemand.ts'

type Texts<Shape> = { [Name in keyof Shape]: Shape[Name] extends string ? string : Texts<Shape[Name]> }

/** The parts of a locale. */
export interface LocaleParts {
  readonly reactAdmin: TranslationMessages
  readonly resources: ResourceMessages
  readonly system: SystemMessages
  readonly choices: ChoiceMessages
  readonly errors: ErrorMessages
  readonly menu: MenuMessages
  readonly reports: ReportMessages
  readonly pages: Texts<typeof pages>
  readonly resourcePages: Texts<typeof resourcePages>
  readonly panels: PanelsMessages
  readonly moneyPages: PageTitles
  readonly downloads: DownloadsMessages
  readonly work: WorkMessages
  readonly paying: PayingMessages
}

/**
 * Puts the parts of a locale together under the keys that pages ask for: `resources.{r}.fields.{f}` (with the fields
 * every record has),
 * `choices.{list}.{value}`, `errors.{code}`, `menu.…`, `reports.{r}.name`, `measures.{m}`, `dimensions.…`, `filters.…`,
 * `products.…`, `events.{type}`, `pages.…`, `resourcePages.…`, `panels.…`, `moneyPages.…`, `downloads.…`, `work.…`, `paying.…`, `ra.…`.
 */
export function composeMessages({ reactAdmin, resources, system, reports, ...parts }: LocaleParts) {
  const withSystem = Object.fromEntries(
    Object.entries(resources).map(([name, labels]) => [name, { ...labels, fields: { ...system, ...labels.fields } }]),
  )
  return { ...reactAdmin, ...parts, ...reports, resources: withSystem }
}

/** What the pages of single features say, in the shape of every language: a missing or misspelt key is a compile error. */
export type OnDemandMessages = Texts<typeof onDemand>

/** What the first pages say together with what came later. */
export const withOnDemand = (
  first: ReturnType<typeof composeMessages>,
  { featurePanels, payRun, log, ...later }: OnDemandMessages,
) => ({
  ...first,
  ...later,
  panels: { ...first.panels, ...featurePanels },
  resourcePages: { ...first.resourcePages, log },
  work: { ...first.work, payRun },
})
