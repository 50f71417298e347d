import type { ComponentType, ReactElement, ReactNode } from 'react'
import type { QueryClient } from '@tanstack/react-query'
import { type FeatureReader, isSwitchedOn } from '#engine/declaration/feature.ts'
import type { FeatureName } from '#engine/declaration/names.ts'
import type { LazyPanel } from './panels/LazyPanels.tsx'

/** By the name of a resource. */
type ByResource<Content> = Readonly<Record<string, Content>>

/**
 * What features place into the engine's pages where a declaration cannot say it. The app fills these once, before a page
 * renders (`src/app/ui/slots.tsx`); the engine renders what is there and knows no feature.
 */
export interface PageSlots {
  /** Above the form of a record that awaits a decision. */
  readonly decisionPanels: ByResource<LazyPanel>
  /** Below the form of a record. */
  readonly recordPanels: ByResource<readonly LazyPanel[]>
  /** Of records that can be suspended: what stands in the head, above the page, below the form, and asks for selected ones. */
  readonly suspension: {
    readonly button: LazyPanel
    readonly banner: LazyPanel
    readonly panel: LazyPanel
    readonly selected: ComponentType<{ decision: 'suspend' | 'resume'; onClose: () => void }>
  } | null
  /** Below the form of a record with personal fields. */
  readonly personPanels: readonly LazyPanel[]
  /** Inside a form, below its sections; they follow what is typed. */
  readonly formPanels: ByResource<readonly ComponentType[]>
  /** Inside a form, below its sections, as long as the field of that name has a value. */
  readonly filledPanels: ByResource<Readonly<Record<string, ComponentType>>>
  /** Inside the form of a record with dated fields, once it is stored. */
  readonly datedFormPanels: readonly ComponentType[]
  /** Beside a form where there is room, below its sections where there is none. */
  readonly formAsides: ByResource<ComponentType>
  /** In place of the derived list of a resource. */
  readonly lists: ByResource<ReactElement>
  /** Around the derived rows of a resource on the page of another record. */
  readonly relatedRows: ByResource<ComponentType<{ children: (rows: any) => ReactNode }>>
  /** Beside the title of a list. */
  readonly listLinks: ByResource<readonly ComponentType[]>
  /** In the head of a record's page. */
  readonly headFigures: ComponentType | null
  /** The content of a tab that shows a report. */
  readonly reportTab: ComponentType<{ tab: any }> | null
  /** A computed address of a record. */
  readonly urlValue: ComponentType<{ address: string }> | null
  /** Above a record's history, below it, and above two versions that are compared. */
  readonly history: {
    readonly above: readonly ComponentType[]
    readonly below: ByResource<ComponentType>
    readonly compared: ByResource<ComponentType<{ older: any; newer: any }>>
  }
  /** Above every page. */
  readonly banners: readonly ComponentType[]
  /** On the page of one's own account, of users. */
  readonly account: ComponentType | null
  readonly topBarLinks: readonly ComponentType<{ hasMenu: boolean }>[]
  /** In the drawer that holds the menu on narrow screens. */
  readonly drawerLinks: readonly ComponentType<{ onFollow: () => void }>[]
  /** Asks for files made of a saved view on a schedule. */
  readonly scheduleView: ComponentType<{ view: any; onClose: () => void }> | null
  /** On the card of a job, by its name: ways to run it for something in particular. */
  readonly jobActions: Readonly<Record<string, ComponentType<{ onRun: (input: any) => Promise<void> }>>>
  /** What a live event does to cached answers, by its kind. */
  readonly liveEvents: Readonly<Record<string, (client: QueryClient, event: any) => void>>
}

const empty: PageSlots = {
  decisionPanels: {},
  recordPanels: {},
  suspension: null,
  personPanels: [],
  formPanels: {},
  filledPanels: {},
  datedFormPanels: [],
  formAsides: {},
  lists: {},
  relatedRows: {},
  listLinks: {},
  headFigures: null,
  reportTab: null,
  urlValue: null,
  history: { above: [], below: {}, compared: {} },
  banners: [],
  account: null,
  topBarLinks: [],
  drawerLinks: [],
  scheduleView: null,
  jobActions: {},
  liveEvents: {},
}

let filled = empty

const featureOf = Symbol('feature')

/** Says which feature something in a slot belongs to. */
export const ofFeature = <Content extends object>(feature: FeatureName, content: Content): Content =>
  Object.assign(content, { [featureOf]: feature })

/** The entries of a slot without those of features that the reader's company switched off. */
function seenBy<Content>(reader: FeatureReader, content: Content): Content {
  const isSeen = (each: unknown) =>
    isSwitchedOn(reader, { feature: (each as { [featureOf]?: FeatureName })?.[featureOf] })
  if (Array.isArray(content)) return content.filter(isSeen) as Content
  if (typeof content !== 'object' || content === null || '$$typeof' in content) return content
  return Object.fromEntries(
    Object.entries(content)
      .filter(([, each]) => isSeen(each))
      .map(([name, each]) => [name, seenBy(reader, each)]),
  ) as Content
}

/** Fills the slots of every page for the signed-in user. Called once, before anything renders. */
export function fillSlots(slots: PageSlots, reader: FeatureReader = {}): void {
  filled = { ...empty, ...seenBy(reader, slots) }
}

/** What the app placed into the pages. */
export const slots = (): PageSlots => filled
