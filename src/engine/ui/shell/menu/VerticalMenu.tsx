import ExpandMore from '@mui/icons-material/ExpandMore'
import { styled } from '@mui/material/styles'
import { useLocation, useTranslate } from 'react-admin'
import { type KeyboardEvent, useId, useState } from 'react'
import { menuIcons } from './menuIcons.tsx'
import { isCurrentEntry, MenuLink } from './MenuLink.tsx'
import { largeSubMenuAbove, type VisibleGroup } from './visibleMenu.ts'

const List = styled('ul')({ margin: 0, padding: 0, listStyle: 'none', display: 'grid', gap: 2 })

const Heading = styled('button')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  width: '100%',
  minHeight: 40,
  padding: '0 12px',
  font: 'inherit',
  fontSize: '0.875rem',
  fontWeight: 550,
  textAlign: 'start',
  color: 'inherit',
  background: 'none',
  border: 0,
  borderRadius: 'var(--radius)',
  cursor: 'pointer',
  '&:hover': { backgroundColor: 'var(--hover)' },
  '&:focus-visible': { outline: '2px solid currentColor', outlineOffset: -2 },
  '& > span': { flex: 1 },
  '& svg:last-of-type': { fontSize: '1.125rem' },
  '&[aria-expanded="true"] svg:last-of-type': { transform: 'rotate(180deg)' },
})

const Entries = styled(List)({ padding: '2px 0 6px 36px', '&[hidden]': { display: 'none' } })

function useIsGroupCurrent(group: VisibleGroup): boolean {
  const { pathname } = useLocation()
  return group.entries.some((entry) => isCurrentEntry(entry, pathname))
}

function Section({ group, onFollow }: { group: VisibleGroup; onFollow?: () => void }) {
  const translate = useTranslate()
  const id = useId()
  const isCurrent = useIsGroupCurrent(group)
  const [isOpen, setIsOpen] = useState(true)
  const Icon = menuIcons[group.name]
  return (
    <li>
      <Heading
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        data-current={isCurrent}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon fontSize="small" aria-hidden />
        <span>{translate(`menu.groups.${group.name}`)}</span>
        <ExpandMore aria-hidden />
      </Heading>
      <Entries id={id} hidden={!isOpen}>
        {group.entries.map((entry) => (
          <li key={entry.name}>
            <MenuLink entry={entry} onClick={onFollow} />
          </li>
        ))}
      </Entries>
    </li>
  )
}

/** The menu as a column of groups that open and close. */
export function VerticalMenu({ groups, onFollow }: { groups: readonly VisibleGroup[]; onFollow?: () => void }) {
  return (
    <List>
      {groups.map((group) => (
        <Section key={group.name} group={group} onFollow={onFollow} />
      ))}
    </List>
  )
}

const Tile = styled(Heading)({
  flexDirection: 'column',
  justifyContent: 'center',
  gap: 4,
  minHeight: 56,
  padding: '8px 4px',
  fontSize: '0.75rem',
  textAlign: 'center',
  '&[data-current="true"]': { backgroundColor: 'var(--active)' },
  '& > span': { flex: 'none', maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis' },
})

const TileItem = styled('li')({ position: 'relative' })

const Flyout = styled(List)({
  position: 'absolute',
  zIndex: 1200,
  insetInlineStart: 'calc(100% + 6px)',
  top: 0,
  minWidth: 220,
  padding: 6,
  background: 'var(--background)',
  border: '1px solid var(--line)',
  borderRadius: 'calc(var(--radius) * 1.25)',
  boxShadow: '0 12px 32px -10px rgb(0 0 0 / 35%)',
  // One column of many would end below the window.
  '&[data-large="true"]': { gridTemplateColumns: 'repeat(2, minmax(180px, 1fr))' },
  '&[hidden]': { display: 'none' },
})

function FlyoutSection({ group, hasText }: { group: VisibleGroup; hasText: boolean }) {
  const translate = useTranslate()
  const id = useId()
  const isCurrent = useIsGroupCurrent(group)
  const [isOpen, setIsOpen] = useState(false)
  const Icon = menuIcons[group.name]
  const label = translate(`menu.groups.${group.name}`)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape') return
    setIsOpen(false)
    event.currentTarget.querySelector('button')?.focus()
  }
  return (
    <TileItem
      onKeyDown={onKeyDown}
      onMouseLeave={() => setIsOpen(false)}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setIsOpen(false)
      }}
    >
      <Tile
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={hasText ? undefined : label}
        title={hasText ? undefined : label}
        data-current={isCurrent}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon aria-hidden />
        {hasText ? <span>{label}</span> : null}
      </Tile>
      <Flyout id={id} hidden={!isOpen} data-large={group.entries.length > largeSubMenuAbove}>
        {group.entries.map((entry) => (
          <li key={entry.name}>
            <MenuLink entry={entry} onClick={() => setIsOpen(false)} />
          </li>
        ))}
      </Flyout>
    </TileItem>
  )
}

/** The menu as tiles whose entries fly out: with the group's name (compact) or its picture alone (icon). */
export function TileMenu({ groups, hasText }: { groups: readonly VisibleGroup[]; hasText: boolean }) {
  return (
    <List>
      {groups.map((group) => (
        <FlyoutSection key={group.name} group={group} hasText={hasText} />
      ))}
    </List>
  )
}
