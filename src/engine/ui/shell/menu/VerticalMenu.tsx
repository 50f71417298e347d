import ExpandMore from '@mui/icons-material/ExpandMore'
import { styled } from '@mui/material/styles'
import { useLocation, useTranslate } from 'react-admin'
import { type KeyboardEvent, useId, useState } from 'react'
import { MenuIcon } from './menuIcons.tsx'
import { MenuColumns, MenuEntries } from './MenuColumns.tsx'
import { isCurrentEntry } from './MenuLink.tsx'
import { menuSections, type VisibleGroup } from './visibleMenu.ts'

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

const Entries = styled('div')({ padding: '2px 0 6px 36px', '&[hidden]': { display: 'none' } })

const isCurrentGroup = (group: VisibleGroup, pathname: string) =>
  group.entries.some((entry) => isCurrentEntry(entry, pathname))

function Section({
  group,
  isOpen,
  setOpen,
  onFollow,
}: {
  group: VisibleGroup
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
  onFollow?: (() => void) | undefined
}) {
  const translate = useTranslate()
  const id = useId()
  const { pathname } = useLocation()
  return (
    <li>
      <Heading
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        data-current={isCurrentGroup(group, pathname)}
        onClick={() => setOpen(!isOpen)}
      >
        <MenuIcon group={group.name} fontSize="small" />
        <span>{translate(`menu.groups.${group.name}`)}</span>
        <ExpandMore aria-hidden />
      </Heading>
      <Entries id={id} hidden={!isOpen}>
        {(isOpen ? menuSections(group) : []).map((section) => (
          <MenuEntries key={section.title ?? ''} section={section} onFollow={onFollow} />
        ))}
      </Entries>
    </li>
  )
}

/** The menu as a column of groups, of which one is open: that of the page, until another is chosen. */
export function VerticalMenu({ groups, onFollow }: { groups: readonly VisibleGroup[]; onFollow?: () => void }) {
  const { pathname } = useLocation()
  const current = groups.find((group) => isCurrentGroup(group, pathname))?.name ?? null
  const [chosen, setChosen] = useState<{ readonly name: string | null; readonly from: string | null } | null>(null)
  const open = chosen?.from === current ? chosen.name : current
  return (
    <List>
      {groups.map((group) => (
        <Section
          key={group.name}
          group={group}
          isOpen={open === group.name}
          setOpen={(isOpen) => setChosen({ name: isOpen ? group.name : null, from: current })}
          onFollow={onFollow}
        />
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

const beside = { top: 0, insetInlineStart: 'calc(100% + 6px)' }

function FlyoutSection({ group, hasText }: { group: VisibleGroup; hasText: boolean }) {
  const translate = useTranslate()
  const id = useId()
  const isCurrent = isCurrentGroup(group, useLocation().pathname)
  const [isOpen, setIsOpen] = useState(false)
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
        <MenuIcon group={group.name} />
        {hasText ? <span>{label}</span> : null}
      </Tile>
      <MenuColumns id={id} group={group} isOpen={isOpen} place={beside} onFollow={() => setIsOpen(false)} />
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
