import { useTranslate } from 'react-admin'

/** Where labels are found in a locale. Every label of the pages is asked for by one of these. */
export const labelKeys = {
  field: (resource: string, field: string) => `resources.${resource}.fields.${field}`,
  help: (resource: string, field: string) => `resources.${resource}.help.${field}`,
  item: (resource: string, list: string, item: string) => `resources.${resource}.items.${list}.${item}`,
  section: (resource: string, section: string) => `resources.${resource}.sections.${section}`,
  figure: (resource: string, figure: string) => `resources.${resource}.figures.${figure}`,
  tab: (resource: string, tab: string) => `resources.${resource}.tabs.${tab}`,
  action: (resource: string, action: string) => `resources.${resource}.actions.${action}`,
  actionDone: (resource: string, action: string) => `resources.${resource}.done.${action}`,
  resource: (resource: string) => `resources.${resource}.name`,
  choice: (choices: string, value: string) => `choices.${choices}.${value}`,
} as const

/** The label of a field, those of the moments every record has included. */
export function useFieldLabel(): (resource: string, field: string) => string {
  const translate = useTranslate()
  return (resource, field) => translate(labelKeys.field(resource, field), { _: field })
}

/** The name of a resource for one record (1) or several (2). */
export function useResourceName(): (resource: string, count: number) => string {
  const translate = useTranslate()
  return (resource, count) => translate(labelKeys.resource(resource), { smart_count: count, _: resource })
}

/** The label of one of a closed list. */
export function useChoiceLabel(): (choices: string, value: string) => string {
  const translate = useTranslate()
  return (choices, value) => translate(labelKeys.choice(choices, value), { _: value })
}
