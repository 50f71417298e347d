/** The colours of one mode. Every pair that carries text passes 4.5 : 1; the check of the configuration holds them to it. */
export interface Palette {
  /** The page behind everything. */
  readonly background: string
  /** Cards, tables, dialogs. */
  readonly surface: string
  readonly text: string
  /** Secondary text: hints, captions, column heads. */
  readonly textMuted: string
  /** Hairlines between things. */
  readonly line: string
  /** The outline of a control: 3 : 1 against the surface. */
  readonly outline: string
  readonly primary: string
  /** Text on `primary`. */
  readonly onPrimary: string
  /** A wash of the primary colour behind what is chosen. */
  readonly primaryWash: string
  readonly accent: string
  readonly onAccent: string
  readonly danger: string
  readonly onDanger: string
  readonly success: string
  readonly warning: string
  readonly info: string
}

/** A bar or sidebar: its ground, its text, and what lies behind the entry that is hovered or chosen. */
export interface BarColors {
  readonly background: string
  readonly text: string
  readonly textMuted: string
  readonly hover: string
  readonly active: string
  readonly line: string
}

/**
 * How the product looks on the hosts of one brand: plain declaration, which the server reads too. Pictures and
 * stylesheet stand beside it, under fixed names.
 */
export interface BrandTheme {
  /** The folder's name; `data-brand` on `<html>`, so that the brand's stylesheet finds it. */
  readonly name: string
  /** The name people read: beside the logo and in the window's title. */
  readonly title: string
  /** Hosts (without port) it is served on. Pages on these hosts may ask an API that is on another. */
  readonly hosts: readonly string[]
  /** Hosts that lead straight to the pages of affiliates; each looks as this brand does. */
  readonly portalHosts?: readonly string[]
  /** Corner radius of controls in pixels; cards take half as much again. */
  readonly radius: number
  readonly light: Palette
  readonly dark: Palette
  /** What the customizer offers for the bars. */
  readonly bars: { readonly light: BarColors; readonly dark: BarColors; readonly brand: BarColors }
}

/** Declares a brand theme; a misspelt or missing colour is a compile error. */
export function defineBrandTheme(theme: BrandTheme): BrandTheme {
  return theme
}

/** The colours of a palette and of a bar, for the check of the configuration: it runs where no compiler does. */
export const colorNames = {
  palette: Object.keys({
    background: 0,
    surface: 0,
    text: 0,
    textMuted: 0,
    line: 0,
    outline: 0,
    primary: 0,
    onPrimary: 0,
    primaryWash: 0,
    accent: 0,
    onAccent: 0,
    danger: 0,
    onDanger: 0,
    success: 0,
    warning: 0,
    info: 0,
  } satisfies Record<keyof Palette, 0>),
  bar: Object.keys({ background: 0, text: 0, textMuted: 0, hover: 0, active: 0, line: 0 } satisfies Record<
    keyof BarColors,
    0
  >),
}

/** A colour on another, and how much it stands out at least: 4.5 for text, 3 for the outline of a control. */
type Pair<Name> = readonly [color: Name, on: Name, atLeast: number]
const legible = <Name extends string>(pairs: readonly (readonly [Name, Name])[]): Pair<Name>[] =>
  pairs.map(([color, on]) => [color, on, 4.5])

/** What must be told apart, in each mode and on each bar; the check of the configuration holds every theme to it. */
export const contrastPairs: {
  readonly palette: readonly Pair<keyof Palette>[]
  readonly bar: readonly Pair<keyof BarColors>[]
} = {
  palette: [
    ...legible<keyof Palette>([
      ['text', 'background'],
      ['text', 'surface'],
      ['text', 'primaryWash'],
      ['textMuted', 'background'],
      ['textMuted', 'surface'],
      ['primary', 'background'],
      ['primary', 'surface'],
      ['primary', 'primaryWash'],
      ['onPrimary', 'primary'],
      ['onAccent', 'accent'],
      ['accent', 'surface'],
      ['danger', 'surface'],
      ['danger', 'background'],
      ['onDanger', 'danger'],
      ['success', 'surface'],
      ['success', 'background'],
      ['warning', 'surface'],
      ['info', 'surface'],
    ]),
    ['outline', 'surface', 3],
  ],
  bar: legible<keyof BarColors>([
    ['text', 'background'],
    ['textMuted', 'background'],
    ['text', 'hover'],
    ['text', 'active'],
  ]),
}
