import { useTranslate } from 'react-admin'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { isEmpty } from '#engine/ui/fields/format.ts'
import { useResourceName } from '#engine/ui/fields/labels.ts'
import { useReferenceNames } from '#engine/ui/fields/ReferenceValue.tsx'
import { useValueText } from '#engine/ui/fields/useValueText.ts'
import { useWording } from '#engine/ui/fields/useWording.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { fieldNamed } from './derivePages.ts'

/**
 * What a record is called: its name; where that would tell nothing, what its resource declares (`titled`), in words.
 * Null where it has none of it.
 */
export function useRecordTitle(resource: AnyResource, record: AnyRecord | undefined): string | null {
  const valueText = useValueText()
  const wording = useWording()
  const references = resource.titled.filter((name) => resource.fields[name]?.kind === 'reference')
  // An entry and a payment belong to one of two.
  const holder = references.find((name) => !isEmpty(record?.[name]))
  const [owner] = useReferenceNames({
    target: holder ? resource.fields[holder]!.target! : resource.name,
    ids: holder ? [record![holder] as number] : [],
  })
  const parts = resource.titled.flatMap((name): string[] => {
    const value = record?.[name]
    if (isEmpty(value)) return []
    const field = fieldNamed(resource, name)
    if (field?.kind === 'reference') return name === holder && owner ? [owner.name] : []
    const currency = record?.['currency'] as string | undefined
    return [wording(resource.name, name, value) ?? (name === 'objectId' ? '#' : '') + valueText(field, value, currency)]
  })
  return parts.length > 0 ? parts.join(' · ') : null
}

/** The same for a notice or a dialog, where it has no name: kind and number. */
export function useRecordName(resource: AnyResource, record: AnyRecord): string {
  const title = useRecordTitle(resource, record)
  const name = useResourceName()(resource.name, 1)
  return title ?? `${name} ${String(record['id'])}`
}

/** Why a rule had no result, in the reader's language; its own words where the code is not known. */
export function useRuleProblemText(): (problem: { readonly code?: string; readonly message: string }) => string {
  const translate = useTranslate()
  return ({ code, message }) => translate(`resourcePages.ruleProblems.${code ?? ''}`, { _: message })
}
