import type { BarColors, BrandTheme, Palette } from '#themes/brandTheme.ts'
import { themeOfHost } from '#themes/index.ts'

/** Light or dark. */
export type Mode = 'light' | 'dark'

const pictures = import.meta.glob<string>('../../../../themes/*/*.svg', {
  eager: true,
  query: '?url',
  import: 'default',
})
// Every brand's stylesheet: each holds for its own name alone.
import.meta.glob('../../../../themes/*/style.css', { eager: true })

const theme = themeOfHost(window.location.hostname)
const picture = (name: 'logo' | 'favicon') => pictures[`../../../../themes/${theme.name}/${name}.svg`] ?? ''

/** The brand of the host the page was loaded from, with the addresses of its pictures. */
export const brand: BrandTheme & { readonly logo: string; readonly favicon: string } = {
  ...theme,
  logo: picture('logo'),
  favicon: picture('favicon'),
}

const asVariable = (name: string) => `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

function setColors(colors: Palette | BarColors) {
  for (const [name, color] of Object.entries(colors))
    document.documentElement.style.setProperty(asVariable(name), color)
}

/** Puts the brand on the page: its name for the stylesheet and the window, its colours as variables, its favicon. */
export function applyBrand(mode: Mode) {
  const { documentElement } = document
  documentElement.dataset['brand'] = brand.name
  documentElement.dataset['mode'] = mode
  documentElement.style.colorScheme = mode
  documentElement.style.setProperty('--radius', `${brand.radius}px`)
  setColors(brand[mode])
  document.querySelector('link[rel="icon"]')?.setAttribute('href', brand.favicon)
  // A window has a name before its page has come.
  if (document.title === '') setDocumentTitle('')
}

/** The window's title: the page's own, then the brand's. */
export function setDocumentTitle(page: string) {
  document.title = page ? `${page} · ${brand.title}` : brand.title
}
