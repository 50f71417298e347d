import { contrast } from '#engine/values/contrast.ts'
import { type Configuration, type ConfigurationProblem, problemAt } from './configuration.ts'
import { exactly, listOf, numberIn, type Shape, textLike } from './shapes.ts'

const color = textLike(/^#[0-9a-f]{6}$/i, 'a colour as #rrggbb')
const host = textLike(/^[a-z0-9-]+(\.[a-z0-9-]+)*$/, 'a host without port, in small letters')
const colors = (names: readonly string[]) => exactly(Object.fromEntries(names.map((name) => [name, color])), names)

function themeShape({ colorNames: { palette, bar } }: Configuration): Shape {
  const bars = { light: colors(bar), dark: colors(bar), brand: colors(bar) }
  const options = {
    name: textLike(/^[a-z][a-z0-9-]*$/, 'the name of its folder'),
    title: textLike(),
    hosts: listOf(host, { min: 1 }),
    portalHosts: listOf(host, { min: 1 }),
    radius: numberIn({ min: 0, max: 32 }),
    light: colors(palette),
    dark: colors(palette),
    bars: exactly(bars, Object.keys(bars)),
  }
  const { portalHosts: _, ...needed } = options
  return exactly(options, Object.keys(needed))
}

type Shades = Readonly<Record<string, string>>
interface Colors {
  readonly light: Shades
  readonly dark: Shades
  readonly bars: Readonly<Record<string, Shades>>
}

/** Colours that carry text and do not stand out from what is behind them. */
function faintColors({ light, dark, bars }: Colors, path: readonly string[], { contrastPairs }: Configuration) {
  const grounds = [
    { at: ['light'], shades: light, pairs: contrastPairs.palette },
    { at: ['dark'], shades: dark, pairs: contrastPairs.palette },
    ...Object.entries(bars).map(([bar, shades]) => ({ at: ['bars', bar], shades, pairs: contrastPairs.bar })),
  ]
  return grounds.flatMap(({ at, shades, pairs }) =>
    pairs.flatMap(([color, on, atLeast]) => {
      const found = contrast(shades[color]!, shades[on]!)
      if (found >= atLeast) return []
      return [
        problemAt([...path, ...at, color], {
          code: 'C094',
          what: `${shades[color]} on ${on} (${shades[on]}) stands out ${found.toFixed(1)} : 1, too little to read.`,
          how: `Make one of them lighter or darker: at least ${atLeast} : 1.`,
        }),
      ]
    }),
  )
}

/** A theme says what there is to say of it, under the name of its folder; no two serve one host. */
export function checkThemes(configuration: Configuration): ConfigurationProblem[] {
  const shape = themeShape(configuration)
  const served = new Set<string>()
  return Object.entries(configuration.themes).flatMap(([key, theme]) => {
    const path = ['themes', key]
    const problems = shape(theme, path)
    if (problems.length > 0) return problems
    const { name, hosts, portalHosts = [] } = theme as { name: string; hosts: string[]; portalHosts?: string[] }
    const faint = faintColors(theme as Colors, path, configuration)
    const again = Object.entries({ hosts, portalHosts }).flatMap(([list, names]) =>
      names.flatMap((each, index) => {
        const isAgain = served.has(each)
        served.add(each)
        return isAgain ? [{ each, place: [list, String(index)] }] : []
      }),
    )
    return [
      ...faint,
      ...(name === key
        ? []
        : [
            problemAt([...path, 'name'], {
              code: 'C090',
              what: `It is in the folder ${key} but called ${name}.`,
              how: `Call it '${key}'.`,
            }),
          ]),
      ...(configuration.servedThemes.includes(name)
        ? []
        : [
            problemAt([...path, 'name'], {
              code: 'C093',
              what: 'No host gets it.',
              how: 'Add it to the list in themes/index.ts.',
            }),
          ]),
      ...again.map(({ each, place }) =>
        problemAt([...path, ...place], {
          code: 'C091',
          what: `Another theme serves ${each} already.`,
          how: 'Keep it in one of the two.',
        }),
      ),
    ]
  })
}
