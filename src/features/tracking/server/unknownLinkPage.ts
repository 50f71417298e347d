import { language as languages } from '#resources/choices.ts'
import { textsOf } from '#engine/export/server/texts.ts'
import { brandThemeOf } from '#engine/server/http/appManifest.ts'
import { escapeMarkup } from '#engine/values/markup.ts'

/** The language of the pages that a browser wants most, else the first one. */
export function languageFor(acceptLanguage: string | undefined): (typeof languages.values)[number] {
  const wanted = (acceptLanguage ?? '').toLowerCase().split(/[,;\s-]+/)
  return wanted.flatMap((word) => languages.values.find((key) => key === word) ?? [])[0] ?? languages.values[0]!
}

/** Nothing is loaded and nothing runs on it. */
export const unknownLinkPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/**
 * What a player reads whose link is none: in the name and colours of the host's brand, with the way to its site where
 * one is known, and nothing of the office.
 * @param brand whose site it leads on to
 */
export function unknownLinkPage({
  host,
  acceptLanguage,
  brand,
}: {
  host: string
  acceptLanguage: string | undefined
  brand: { readonly name: string; readonly site: string } | null
}): string {
  const language = languageFor(acceptLanguage)
  const { translate } = textsOf(language)
  const { title: themeTitle, light, dark, radius } = brandThemeOf(host)
  const name = escapeMarkup(brand?.name ?? themeTitle)
  const text = (key: 'title' | 'help' | 'onwards') =>
    escapeMarkup(translate(`unknownLink.${key}`, { name: brand?.name ?? themeTitle }))
  const onwards = brand ? `<p><a href="${escapeMarkup(brand.site)}" rel="nofollow">${text('onwards')}</a></p>` : ''
  const colours = ({ background, text: ink, primary, onPrimary }: typeof light) =>
    `--g:${background};--t:${ink};--p:${primary};--o:${onPrimary}`
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${text('title')} · ${name}</title>
<style>:root{color-scheme:light dark;${colours(light)}}@media(prefers-color-scheme:dark){:root{${colours(dark)}}}
body{margin:0;min-height:100vh;display:grid;place-content:center;padding:24px;box-sizing:border-box;background:var(--g);color:var(--t);font:16px/1.5 system-ui,sans-serif}
main{max-width:32rem}b{color:var(--p)}h1{font-size:1.5rem;margin:.5rem 0}a{display:inline-block;padding:12px 20px;border-radius:${radius}px;background:var(--p);color:var(--o);text-decoration:none}</style>
<main><b>${name}</b><h1>${text('title')}</h1><p>${text('help')}</p>${onwards}</main></html>`
}
