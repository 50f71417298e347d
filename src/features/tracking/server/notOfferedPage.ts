import { textsOf } from '#engine/export/server/texts.ts'
import { languageFor } from './unknownLinkPage.ts'
import { escapeMarkup } from '#engine/values/markup.ts'

/** What a visitor reads whose link leads to a brand that may not be offered: words alone, in the visitor's language. */
export function notOfferedPage(acceptLanguage: string | undefined, brand: string): string {
  const language = languageFor(acceptLanguage)
  const { translate } = textsOf(language)
  const [title, lead] = [translate('errors.brand_not_authorized'), escapeMarkup(brand)]
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title}</title><h1>${lead}</h1><p>${title}</p></html>`
}
