import { styled } from '@mui/material/styles'
import { LinkBase, useLocation, useTranslate } from 'react-admin'
import { type MouseEventHandler, useId } from 'react'
import { menu, type MenuEntry } from '#resources/menu.ts'
import { homeAddress } from '../entryRouting.ts'
import { fromAddress } from '#engine/ui/router/addresses.ts'

const Anchor = styled(LinkBase)({
  display: 'grid',
  alignContent: 'center',
  minHeight: 36,
  padding: '6px 12px',
  borderRadius: 'calc(var(--radius) * 0.75)',
  color: 'inherit',
  fontSize: '0.875rem',
  fontWeight: 500,
  lineHeight: 1.3,
  textDecoration: 'none',
  '&:hover': { backgroundColor: 'var(--hover)' },
  '&[aria-current="page"]': { backgroundColor: 'var(--active)', fontWeight: 650 },
  '&:focus-visible': { outline: '2px solid currentColor', outlineOffset: -2 },
})

const Hint = styled('span')({ fontSize: '0.8125rem', fontWeight: 400, color: 'var(--text-muted)' })

function isAbove({ path }: Pick<MenuEntry, 'path'>, pathname: string): boolean {
  if (path === homeAddress) return pathname === homeAddress || pathname === '/dashboard'
  const inside = fromAddress(path)
  return pathname === inside || pathname.startsWith(`${inside}/`)
}

const allEntries: readonly MenuEntry[] = Object.values(menu).flat()

/**
 * Whether the page of an entry, or one below it that has no entry of its own, is shown. `pathname` is a path inside
 * (see `router/addresses.ts`).
 */
export function isCurrentEntry(entry: MenuEntry, pathname: string): boolean {
  const isNearer = (other: MenuEntry) =>
    fromAddress(other.path).length > fromAddress(entry.path).length && isAbove(other, pathname)
  return isAbove(entry, pathname) && !allEntries.some(isNearer)
}

/** A link of the menu. @param hasHint whether a line below its name says what the page is for, where one is declared */
export function MenuLink({
  entry,
  hasHint = false,
  onClick,
}: {
  entry: MenuEntry
  hasHint?: boolean
  onClick?: MouseEventHandler
}) {
  const translate = useTranslate()
  const id = useId()
  const isCurrent = isCurrentEntry(entry, useLocation().pathname)
  return (
    <Anchor
      to={entry.path}
      aria-current={isCurrent ? 'page' : undefined}
      {...(hasHint && entry.hint ? { 'aria-labelledby': id, 'aria-describedby': `${id}-hint` } : {})}
      onClick={onClick}
    >
      <span id={id}>{translate(`menu.entries.${entry.name}`)}</span>
      {hasHint && entry.hint ? <Hint id={`${id}-hint`}>{translate(`menu.hints.${entry.name}`)}</Hint> : null}
    </Anchor>
  )
}
