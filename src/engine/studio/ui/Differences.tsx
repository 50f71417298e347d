import { useTranslate } from 'react-admin'
import Typography from '@mui/material/Typography'
import { isLanguage, languageNames } from '#locales/languages.ts'
import type { FieldOverlay, Overlay } from '#engine/declaration/overlay/overlay.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { useResourceName } from '#engine/ui/fields/labels.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
import { ValueTable } from '#engine/ui/fields/ValueTable.tsx'
import { overlayDifferences } from '../differences.ts'
import { useStudioScope } from './studioContext.ts'

/** One change in words. */
export interface DifferenceRow {
  readonly resource: string
  readonly what: string
  readonly before: string
  readonly after: string
}

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What two overlays say otherwise, in the reader's words. */
export function useDifferenceRows(before: Overlay, after: Overlay): DifferenceRow[] {
  const { say, fieldLabel, sectionLabel, declaredResource, labelInForce, published, studio } = useStudioScope()
  const translate = useTranslate()
  const language = useLanguage()
  const resourceName = useResourceName()
  const counts = studio.studio.data?.counts ?? {}
  const all = overlayDifferences(before, after)
  const isMade = (resource: string, field: string) =>
    all.some(({ path }) => path[1] === resource && path[3] === field && path[4] === 'kind')
  const spoken = (key: string) => (isLanguage(key) ? languageNames[key] : key)
  const shown = (value: unknown, resource = '') => {
    if (value === undefined || value === null) return say('asDeclared')
    if (Array.isArray(value)) return value.map((name: string) => fieldLabel(resource, name)).join(', ')
    if (typeof value === 'boolean') return translate(`ra.boolean.${value}`)
    return isTexts(value) ? (value[language] ?? Object.values(value)[0] ?? '') : String(value)
  }

  const ofField = (
    resource: string,
    [field = '', option = '', key = '']: readonly string[],
    was: unknown,
    is: unknown,
  ): DifferenceRow | null => {
    const what = `${resourceName(resource, 1)} › ${fieldLabel(resource, field)}`
    const count = counts[`${resource}.${field}`] ?? 0
    const row = (said: string, old: unknown, now: unknown) => ({
      resource,
      what: said,
      before: shown(old),
      after: shown(now),
    })
    if (isMade(resource, field) && option !== 'kind') return null
    if (option === 'kind') {
      const said = (overlay: Overlay) => {
        const { kind, values }: FieldOverlay = overlay.resources?.[resource]?.fields?.[field] ?? {}
        if (!kind) return '—'
        const listed = Object.values(values ?? {}).map((value) => value[language])
        return [say('newKind', { kind: say(`kinds.${kind}`) }), listed.join(', ')].filter(Boolean).join(': ')
      }
      const records = counts[resource]
      const isFilled = after.resources?.[resource]?.fields?.[field]?.default !== undefined
      const without = was === undefined && records && !isFilled ? `; ${say('without', { smart_count: records })}` : ''
      return { resource, what, before: said(before), after: `${said(after)}${without}` }
    }
    if (option === 'hidden') {
      const kept = say('kept', { smart_count: count })
      return { resource, what, before: was ? kept : say('asDeclared'), after: is ? kept : say('asDeclared') }
    }
    if (option === 'values') return row(`${what}: ${say('options.values')}`, was ?? '—', is ?? '—')
    if (option === 'valueOrder') return null
    if (option === 'required') {
      const lacking = (counts[resource] ?? 0) - count
      const without = is && lacking > 0 ? `; ${say('without', { smart_count: lacking })}` : ''
      const said = row(`${what}: ${say('options.required')}`, was, is)
      return { ...said, after: `${said.after}${without}` }
    }
    const told = `${what}: ${say(`options.${option}`)}${key === '' ? '' : ` (${spoken(key)})`}`
    // What a draft renames is called by its label in force; what a version did was long ago.
    const inForce = option === 'label' && before === published ? labelInForce(resource, field, key) : undefined
    return row(told, was ?? inForce, is)
  }

  return all.flatMap(({ path: [part = '', ...path], before: was, after: is }): DifferenceRow[] => {
    if (part === 'menu') {
      const names = (value: unknown) =>
        Array.isArray(value)
          ? value.map((name: string) => translate(`menu.entries.${name}`)).join(', ')
          : say('asDeclared')
      return [
        {
          resource: 'menu',
          what: `${say('menu')} › ${translate(`menu.groups.${path[0]}`)}`,
          before: names(was),
          after: names(is),
        },
      ]
    }
    const [resource = '', of = '', ...rest] = path
    const entity = resourceName(resource, 1)
    const declared = declaredResource(resource)
    const list = (what: string, declaredNames: readonly string[] = []) => [
      {
        resource,
        what: `${entity} › ${what}`,
        before: shown(was ?? declaredNames, resource),
        after: shown(is ?? declaredNames, resource),
      },
    ]
    if (of === 'fields') return [ofField(resource, rest, was, is) ?? []].flat()
    if (of === 'list') return list(say('columns'), declared?.list.columns)
    if (of === 'filters') return list(say('filters'), Object.keys(declared?.filters ?? {}))
    if (of === 'form') {
      const [section = ''] = rest
      const names = declared?.form[section] ?? []
      const [old, now] = [(was as string[]) ?? names, (is as string[]) ?? names]
      return JSON.stringify(old) === JSON.stringify(now)
        ? []
        : list(say('form', { section: sectionLabel(resource, section) }), names)
    }
    if (of === 'formOrder') {
      const names = Object.keys(declared?.form ?? {})
      const said = (value: unknown) =>
        ((value as string[] | undefined) ?? names).map((section) => sectionLabel(resource, section)).join(', ')
      return said(was) === said(is)
        ? []
        : [{ resource, what: `${entity} › ${say('order')}`, before: said(was), after: said(is) }]
    }
    return [
      {
        resource,
        what: `${entity} › ${say('sections', { section: sectionLabel(resource, rest[0] ?? '') })} (${spoken(rest[1] ?? '')})`,
        before: shown(was),
        after: shown(is),
      },
    ]
  })
}

/** Changes as a table: what, before and after. */
export function DifferenceTable({ rows }: { rows: readonly DifferenceRow[] }) {
  const { say } = useStudioScope()
  if (rows.length === 0) return <Typography variant="body2">{say('nothing')}</Typography>
  return (
    <ValueTable
      label={say('differences')}
      heads={[say('what'), say('before'), say('after')]}
      rows={rows.map(({ what, before, after }) => [what, before, after])}
      isNamed
    />
  )
}

/** A dialog that says what changes. */
export function Differences({ rows, onClose }: { rows: readonly DifferenceRow[]; onClose: () => void }) {
  const { say } = useStudioScope()
  return (
    <PromptDialog title={say('differences')} maxWidth="md" isRead closeLabel="ra.action.close" onClose={onClose}>
      <DifferenceTable rows={rows} />
    </PromptDialog>
  )
}
