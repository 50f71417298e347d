/**
 * Labels that stand beside what they name: `endsOn: date({ label: { pt: '…', en: '…', es: '…' } })`. The texts of each
 * language hold them as they hold those of its files; a label is said in one of the two.
 */
import type { Label } from '../fields/common.ts'
import { type Labelled, sectionLabels } from './overlay.ts'

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
