import { messages } from '#locales/pt/index.ts'

/** Translates into Portuguese without a page. @throws where there is no such text */
export const translate = (key: string, options: Record<string, unknown> = {}): string => {
  const text = key
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], messages)
  if (typeof text !== 'string') throw new Error(`There is no text ${key}`)
  const forms = text.split(' |||| ')
  return (options['smart_count'] === 2 ? forms.at(-1)! : forms[0]!).replace(/%\{(\w+)\}/g, (_, name: string) =>
    String(options[name]),
  )
}
