import type { BrandTheme } from '#themes/brandTheme.ts'
import { brand } from './brand.ts'

/** The colours of a bar for what stands on it: as styles, and as variables for the menu's links. */
export function barStyle(kind: keyof BrandTheme['bars']) {
  const { background, text, textMuted, hover, active, line } = brand.bars[kind]
  return {
    backgroundColor: background,
    color: text,
    '--background': background,
    '--text': text,
    '--text-muted': textMuted,
    '--hover': hover,
    '--active': active,
    '--line': line,
    '& :focus-visible, & .Mui-focusVisible': { outlineColor: 'currentColor !important' },
  } as const
}
