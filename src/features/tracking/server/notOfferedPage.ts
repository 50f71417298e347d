import { language as languages } from '#resources/choices.ts'
import { textsOf } from '#engine/export/server/texts.ts'

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, (mark) => marks[mark]!)

/** What a visitor reads whose link leads to a brand that may not be offered: words alone, in the visitor's language. */
export function notOfferedPage(acceptLanguage: string | undefined, brand: string): string {
  const asked = (acceptLanguage ?? '').toLowerCase().split(/[,;\s-]+/)
  const language = languages.values.find((key) => asked.includes(key)) ?? languages.values[0]!
  const { translate } = textsOf(language)
  const [title, lead] = [translate('errors.brand_not_authorized'), escaped(brand)]
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><h1>${lead}</h1><p>${title}</p></html>`
}
