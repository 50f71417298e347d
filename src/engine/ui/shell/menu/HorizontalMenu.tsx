import ExpandMore from '@mui/icons-material/ExpandMore'
import { styled } from '@mui/material/styles'
import { useLocation, useTranslate } from 'react-admin'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { VisibleGroup } from './visibleMenu.ts'
import { MenuIcon } from './menuIcons.tsx'
import { MenuColumns } from './MenuColumns.tsx'
import { isCurrentEntry } from './MenuLink.tsx'

const Bar = styled('ul')({ display: 'flex', flexWrap: 'wrap', gap: 4, margin: 0, padding: 0, listStyle: 'none' })

const Group = styled('li')({ position: 'relative' })

const Trigger = styled('button')({
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: 38,
  padding: '0 10px 0 12px',
  font: 'inherit',
  fontSize: '0.875rem',
  fontWeight: 550,
  color: 'var(--text-muted)',
  background: 'none',
  border: 0,
  borderRadius: 'var(--radius)',
  cursor: 'pointer',
  '&:hover, &[aria-expanded="true"]': { color: 'var(--text)', backgroundColor: 'var(--primary-wash)' },
  '&[data-current="true"]': { color: 'var(--primary)' },
  '& svg': { fontSize: '1.125rem' },
  // All groups stand in one line from where the menu unfolds.
  '@media (max-width: 1199.95px)': { gap: 6, padding: '0 6px' },
  '& svg:last-of-type': { transition: 'transform 120ms' },
  '&[aria-expanded="true"] svg:last-of-type': { transform: 'rotate(180deg)' },
})

const below = { top: 'calc(100% + 6px)', insetInlineStart: 0 }

const linksOf = (group: HTMLElement) => [...group.querySelectorAll<HTMLAnchorElement>('a')]

/** Arrow keys among the links of an open panel, and the first letter of one. */
function moveAmong(links: HTMLAnchorElement[], key: string): boolean {
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  const begins = (link: HTMLAnchorElement) => link.textContent.toLowerCase().startsWith(key.toLowerCase())
  const typed = /^\p{L}$/u.test(key) ? [...links.keys()].filter((place) => begins(links[place]!)) : []
  const next =
    { ArrowDown: at + 1, ArrowUp: at < 0 ? links.length - 1 : at - 1, Home: 0, End: links.length - 1 }[key] ??
    typed.find((place) => place > at) ??
    typed[0]
  if (next === undefined) return false
  links[(next + links.length) % links.length]?.focus()
  return true
}

function Dropdown({
  group,
  isOpen,
  setOpen,
}: {
  group: VisibleGroup
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}) {
  const translate = useTranslate()
  const id = useId()
  const trigger = useRef<HTMLButtonElement>(null)
  const { pathname } = useLocation()
  const isCurrent = group.entries.some((entry) => isCurrentEntry(entry, pathname))

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const here = event.currentTarget
    if (event.key === 'Escape' && isOpen) {
      setOpen(false)
      trigger.current?.focus()
    } else if (event.key === 'ArrowDown' && !isOpen) {
      // At once, so that the next key finds the focus there.
      flushSync(() => setOpen(true))
      linksOf(here)[0]?.focus()
    } else if (!isOpen || !moveAmong(linksOf(here), event.key)) return
    event.preventDefault()
  }

  return (
    <Group
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <Trigger
        ref={trigger}
        type="button"
        data-menu-group={group.name}
        aria-expanded={isOpen}
        aria-controls={id}
        data-current={isCurrent}
        onClick={() => setOpen(!isOpen)}
      >
        <MenuIcon group={group.name} />
        {translate(`menu.groups.${group.name}`)}
        <ExpandMore aria-hidden />
      </Trigger>
      <MenuColumns id={id} group={group} isOpen={isOpen} place={below} onFollow={() => setOpen(false)} />
    </Group>
  )
}

/** Left and right among the groups' buttons. */
function moveAmongGroups(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
  if (!step) return
  const triggers = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('[data-menu-group]')]
  const at = triggers.findIndex((trigger) => trigger.parentElement?.contains(document.activeElement))
  triggers[(at + step + triggers.length) % triggers.length]?.focus()
  event.preventDefault()
}

/** The menu as a row of dropdowns. */
export function HorizontalMenu({ groups }: { groups: readonly VisibleGroup[] }) {
  const { pathname } = useLocation()
  // What is open belongs to the page it was opened on: another page, reached however, begins with all closed.
  const [opened, setOpened] = useState<{ name: string; pathname: string } | null>(null)
  const open = opened?.pathname === pathname ? opened.name : null
  const bar = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!open) return
    const onPointerDown = ({ target }: PointerEvent) => {
      if (!bar.current?.contains(target as Node)) setOpened(null)
    }
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [open])
  return (
    <Bar ref={bar} onKeyDown={moveAmongGroups}>
      {groups.map((group) => (
        <Dropdown
          key={group.name}
          group={group}
          isOpen={open === group.name}
          setOpen={(isOpen) => setOpened(isOpen ? { name: group.name, pathname } : null)}
        />
      ))}
    </Bar>
  )
}
