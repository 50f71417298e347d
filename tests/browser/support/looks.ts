/** The looks in which a page is met: a width with a kind of menu, light or dark, a language. */
export const languages = ['pt', 'en', 'es'] as const
export const widths = [1440, 992, 375] as const
export const modes = ['light', 'dark'] as const
export const layouts = ['horizontal', 'vertical'] as const

/** How a page is met. */
export interface Look {
  readonly width: number
  readonly layout: (typeof layouts)[number]
  readonly mode: (typeof modes)[number]
  readonly language: (typeof languages)[number]
}

/** A telephone and a wide window have a menu of one kind; between them both kinds count. */
const rooms = [
  { width: 1440, layout: 'horizontal' },
  { width: 992, layout: 'horizontal' },
  { width: 992, layout: 'vertical' },
  { width: 375, layout: 'vertical' },
] as const

/** All there are: 24. */
export const everyLook: readonly Look[] = rooms.flatMap((room) =>
  modes.flatMap((mode) => languages.map((language) => ({ ...room, mode, language }))),
)

/**
 * Each room once, light and dark and the languages taking turns from page to page: six turns that follow each other meet
 * all there are.
 */
export const looksByRoom = (turn: number): readonly Look[] =>
  rooms.map((room, index) => ({ ...room, mode: modes[(turn + index) % 2]!, language: languages[(turn + index) % 3]! }))

/** The portal has neither menus of two kinds nor a dark mode. */
export const portalLooks: readonly Look[] = widths.flatMap((width) =>
  languages.map((language) => ({ width, layout: 'horizontal', mode: 'light', language })),
)

/** One look a page, which take turns. */
export const lookAt = (turn: number): Look => ({
  width: widths[turn % 3]!,
  layout: layouts[Math.floor(turn / 3) % 2]!,
  mode: modes[Math.floor(turn / 5) % 2]!,
  language: languages[Math.floor(turn / 2) % 3]!,
})

/** The looks in an order in which from one to the next one thing changes, the last to the first included. */
export const lookCircle: readonly Omit<Look, 'width'>[] = (
  [
    ['horizontal', 'light'],
    ['horizontal', 'dark'],
    ['vertical', 'dark'],
    ['vertical', 'light'],
  ] as const
).flatMap(([layout, mode], index) =>
  (index % 2 === 0 ? languages : languages.toReversed()).map((language) => ({ layout, mode, language })),
)

/** The widths at which a kind of menu counts. */
export const widthsOf = (layout: Look['layout']): readonly number[] =>
  rooms.filter((room) => room.layout === layout).map(({ width }) => width)

/** `PAGES=/reports,/home` narrows a walk to pages whose address holds one of these; `/home$` ends so. */
export const isAsked = (path: string): boolean =>
  (process.env['PAGES'] ?? '')
    .split(',')
    .some((part) => (part.endsWith('$') ? path.endsWith(part.slice(0, -1)) : path.includes(part)))
