/**
 * What product owners lay over the declarations without an editor: labels, help, order, what is shown, and new fields.
 * It is data, applied in `resources/index.ts`, `resources/choicesByName.ts`, `resources/menu.ts` and `locales/texts.ts`.
 */
import { filterStyleOf } from '../derive/filters.ts'
import type { Choices } from '../choices.ts'
import type { Label } from '../fields/common.ts'
import type { Field, FieldMap } from '../fields/index.ts'
import type { AnyResource } from '../resource.ts'

/** A text by language. */
export type OverlayTexts = Readonly<Record<string, string>>

/** The kinds of fields that an overlay adds: none of them is part of any calculation. */
export const overlayKinds = ['text', 'integer', 'date', 'boolean', 'choice', 'reference'] as const

/** What an overlay says of any field, and of which form each is: the check and the studio follow from it. */
export const fieldOptions = {
  label: 'texts',
  help: 'texts',
  hidden: 'hiding',
  required: 'flag',
  default: 'value',
  unique: 'flag',
  min: 'number',
  max: 'number',
} as const

/** What an overlay says of a field; with `kind` it is a field of its own. */
export interface FieldOverlay {
  readonly kind?: (typeof overlayKinds)[number]
  readonly label?: OverlayTexts
  readonly help?: OverlayTexts
  /** It is in no form, list or filter; its values stay, and the API goes on with it. */
  readonly hidden?: boolean
  readonly required?: boolean
  /** With `required`: what records get that hold nothing there, and what new ones begin with. */
  readonly default?: string | number
  /** No two records may hold the same value. */
  readonly unique?: boolean
  /** Of a number of its own: the least. */
  readonly min?: number
  /** Most characters: more than declared. Of a number of its own: the most. */
  readonly max?: number
  /** Of a reference: the entity. */
  readonly target?: string
  /** Of a choice: its values in order, with their labels. */
  readonly values?: Readonly<Record<string, OverlayTexts>>
  /** The roles that read and write a field of its own, where not everybody who reads or writes the record does. */
  readonly access?: { readonly read?: readonly string[]; readonly write?: readonly string[] }
}

/** What an overlay says of an entity. */
export interface ResourceOverlay {
  readonly fields?: Readonly<Record<string, FieldOverlay>>
  readonly list?: { readonly columns?: readonly string[] }
  readonly filters?: readonly string[]
  /** The sections in order with their fields; what is not named follows where it is declared. */
  readonly form?: Readonly<Record<string, readonly string[]>>
  /** Labels of sections. */
  readonly sections?: Readonly<Record<string, OverlayTexts>>
}

/** Groups of the menu with their entries in order; what is not named follows. */
export type MenuOverlay = Readonly<Record<string, readonly string[]>>

/** An overlay: what is said of entities, by name, and of the menu. */
export interface Overlay {
  readonly resources?: Readonly<Record<string, ResourceOverlay>>
  readonly menu?: MenuOverlay
}

const bases = new WeakMap<object, unknown>()

/** Notes what something was made of. */
function over<Made extends object>(base: unknown, made: Made): Made {
  bases.set(made, base)
  return made
}

/** What is declared, without the overlay in force. */
export const declaredOf = <Value extends object>(value: Value): Value => (bases.get(value) as Value) ?? value

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)

/** The name of the list of values of a choice that an overlay adds. */
export const choicesNameOf = (resource: string, field: string): string => `${resource}${capital(field)}`

/** What an overlay says of a field in the words of declarations. */
function optionsOf({ hidden, required, default: begins, unique, min, max }: FieldOverlay): Partial<Field> {
  const said = { hidden, required, default: begins, unique, min, max }
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined))
}

function fieldOf(resource: string, name: string, said: FieldOverlay): Field {
  const { kind, target, values, access } = said
  return {
    kind,
    ...optionsOf(said),
    ...(target === undefined ? {} : { target }),
    ...(kind === 'choice'
      ? { choices: { name: choicesNameOf(resource, name), values: Object.keys(values ?? {}) } }
      : {}),
    ...(access === undefined ? {} : { access }),
  } as Field
}

/** The named first, then the others. */
const ordered = (named: readonly string[], all: readonly string[]) => [
  ...named,
  ...all.filter((name) => !named.includes(name)),
]

function formOf(
  { form }: AnyResource,
  said: Readonly<Record<string, readonly string[]>>,
  added: readonly string[],
): Record<string, string[]> {
  const placed = new Set(Object.values(said).flat())
  const sections = ordered(
    Object.keys(said).filter((name) => name in form),
    Object.keys(form),
  )
  const left = added.filter((name) => !placed.has(name))
  return Object.fromEntries(
    sections.map((section, index) => [
      section,
      [...(said[section] ?? []), ...form[section]!.filter((name) => !placed.has(name)), ...(index === 0 ? left : [])],
    ]),
  )
}

function overlaidResource(base: AnyResource, overlay: ResourceOverlay): AnyResource {
  const { fields: said = {}, list, filters, form = {} } = overlay
  const added = Object.keys(said).filter((name) => !base.fields[name] && said[name]!.kind)
  const fields: FieldMap = {
    ...Object.fromEntries(
      Object.entries(base.fields).map(([name, field]) => {
        const own = optionsOf(said[name] ?? {})
        return [name, Object.keys(own).length === 0 ? field : { ...field, ...own }]
      }),
    ),
    ...Object.fromEntries(added.map((name) => [name, fieldOf(base.name, name, said[name]!)])),
  }
  const isShown = (name: string) => fields[name]?.hidden !== true
  const style = (name: string) => base.filters[name] ?? (fields[name] ? filterStyleOf(fields[name]) : 'range')
  return {
    ...base,
    fields,
    form: Object.fromEntries(
      Object.entries(formOf(base, form, added)).map(([section, names]) => [section, names.filter(isShown)]),
    ),
    list: {
      ...base.list,
      columns: (list?.columns ?? base.list.columns).filter(isShown),
      ...(base.list.editable ? { editable: base.list.editable.filter(isShown) } : {}),
      ...(base.list.leads ? { leads: base.list.leads.filter(isShown) } : {}),
    },
    ...(base.page?.about ? { page: { ...base.page, about: base.page.about.filter(isShown) } } : {}),
    filters: Object.fromEntries(
      (filters ?? Object.keys(base.filters)).filter(isShown).map((name) => [name, style(name)]),
    ),
  }
}

const hasHidden = (resource: AnyResource) => Object.values(resource?.fields ?? {}).some((field) => field?.hidden)

/** The entities with an overlay over them. */
export function overlaidResources<Resources extends object>(
  declared: Resources,
  { resources = {} }: Overlay,
): Resources {
  const made = Object.entries(declared).map(([name, resource]: [string, AnyResource]) => [
    name,
    resources[name] || hasHidden(resource) ? overlaidResource(resource, resources[name] ?? {}) : resource,
  ])
  return over(declared, Object.fromEntries(made) as Resources)
}

/** The closed lists with those of an overlay's own choices. */
export function overlaidChoices<All extends object>(declared: All, { resources = {} }: Overlay): All {
  const added = Object.entries(resources).flatMap(([resource, { fields = {} }]) =>
    Object.entries(fields)
      .filter(([, { kind }]) => kind === 'choice')
      .map(([field, said]) => [choicesNameOf(resource, field), fieldOf(resource, field, said).choices]),
  )
  return over(declared, { ...declared, ...Object.fromEntries(added) } as All)
}

/** The menu with its entries in the order of an overlay. */
export function overlaidMenu<Menu extends object>(declared: Menu, { menu = {} }: Overlay): Menu {
  const made = Object.entries(declared).map(([group, entries]: [string, readonly { name: string }[]]) => {
    const names = entries.map(({ name }) => name)
    const known = (menu[group] ?? []).filter((name) => names.includes(name))
    return [group, ordered(known, names).map((name) => entries.find((entry) => entry.name === name)!)]
  })
  return over(declared, Object.fromEntries(made) as Menu)
}

type Labels = Readonly<Record<string, string>>
interface ResourceLabels {
  readonly fields: Labels
  readonly sections: Labels
  readonly help?: Labels
}
/** The parts of a language that an overlay says something of. */
export interface OverlaidTexts {
  readonly resources: Readonly<Record<string, ResourceLabels>>
  readonly choices: Readonly<Record<string, Labels>>
}

/** What of some texts is said in a language; by name. */
function saidIn(language: string, texts: Readonly<Record<string, OverlayTexts | undefined>>): Labels {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, each]) => (each?.[language] === undefined ? [] : [[name, each[language]]])),
  )
}

function labelsOver(language: string, labels: ResourceLabels, { fields = {}, sections = {} }: ResourceOverlay) {
  const part = (name: 'label' | 'help') =>
    saidIn(language, Object.fromEntries(Object.entries(fields).map(([field, said]) => [field, said[name]])))
  return {
    ...labels,
    fields: { ...labels.fields, ...part('label') },
    sections: { ...labels.sections, ...saidIn(language, sections) },
    help: { ...labels.help, ...part('help') },
  }
}

/** The texts of a language with those of an overlay. */
export function overlaidTexts<Texts extends object>(texts: Texts, language: string, { resources }: Overlay): Texts {
  if (!resources) return texts
  const { resources: labels, choices } = texts as unknown as OverlaidTexts
  const lists = Object.entries(resources).flatMap(([resource, { fields = {} }]) =>
    Object.entries(fields).flatMap(([field, { values }]) =>
      values ? [[choicesNameOf(resource, field), saidIn(language, values)]] : [],
    ),
  )
  return {
    ...texts,
    resources: {
      ...labels,
      ...Object.fromEntries(
        Object.entries(resources).flatMap(([name, said]) =>
          labels[name] ? [[name, labelsOver(language, labels[name], said)]] : [],
        ),
      ),
    },
    choices: { ...choices, ...Object.fromEntries(lists) },
  }
}

/** What may carry labels. */
export interface Labelled {
  readonly resources: Readonly<Record<string, AnyResource>>
  readonly choices: Readonly<Record<string, Choices>>
}

/** What the sections of an entity are called, where that is said beside them. */
export const sectionLabels = ({ sections }: AnyResource) => sections as Readonly<Record<string, Label>> | undefined

/** What a declaration says in languages itself, as an overlay says it; null where it says nothing. */
function labelsOf(resource: AnyResource): ResourceOverlay | null {
  const { fields = {} } = resource
  const sections = sectionLabels(resource)
  const labelled = Object.entries(fields).flatMap(([name, field]) =>
    field?.label ? [[name, { label: field.label }] as const] : [],
  )
  return labelled.length === 0 && !sections
    ? null
    : { fields: Object.fromEntries(labelled), ...(sections ? { sections } : {}) }
}

/** The texts of a language with the labels that stand in the declarations. */
export function labelledTexts<Texts extends object>(
  texts: Texts,
  language: string,
  { resources, choices }: Labelled,
): Texts {
  const labels = Object.entries(resources).flatMap(([name, resource]) => {
    const said = resource && labelsOf(resource)
    return said ? [[name, said] as const] : []
  })
  const lists = Object.values(choices).filter((list) => list?.label)
  if (labels.length === 0 && lists.length === 0) return texts
  const laid = overlaidTexts(texts, language, { resources: Object.fromEntries(labels) })
  const { choices: said } = laid as unknown as OverlaidTexts
  const added = lists.map(({ name, label }) => [name, { ...said?.[name], ...saidIn(language, label!) }])
  return { ...laid, choices: { ...said, ...Object.fromEntries(added) } }
}
