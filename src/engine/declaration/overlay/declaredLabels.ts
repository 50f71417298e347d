/**
 * Labels that stand beside what they name: `endsOn: date({ label: { pt: '…', en: '…', es: '…' } })`. The texts of each
 * language hold them as they hold those of its files; a label is said in one of the two.
 */
import type { Choices } from '../choices.ts'
import type { Label } from '../fields/common.ts'
import type { AnyResource } from '../resource.ts'
import { overlaidTexts, type OverlaidTexts, type ResourceOverlay, saidIn } from './overlay.ts'

/** What may carry labels. */
export interface Labelled {
  readonly resources: Readonly<Record<string, AnyResource>>
  readonly choices: Readonly<Record<string, Choices>>
}

const sectionLabels = ({ sections }: AnyResource) => sections as Readonly<Record<string, Label>> | undefined

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

/** The label that stands in a declaration for a text (`resources.contract.fields.endsOn`), with the way to it. */
export function declaredLabel(
  [part = '', name = '', of = '', item = '']: readonly string[],
  { resources, choices }: Labelled,
): { readonly label: Label; readonly path: readonly string[] } | null {
  const path = [
    part,
    name,
    ...(part === 'choices' ? ['label', of] : of === 'fields' ? [of, item, 'label'] : [of, item]),
  ]
  const resource = part === 'resources' ? resources[name] : undefined
  const label =
    part === 'choices'
      ? choices[name]?.label?.[of]
      : of === 'fields'
        ? resource?.fields[item]?.label
        : of === 'sections'
          ? resource && sectionLabels(resource)?.[item]
          : undefined
  return label ? { label, path } : null
}
