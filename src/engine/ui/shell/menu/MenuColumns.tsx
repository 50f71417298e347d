import { styled } from '@mui/material/styles'
import { useTranslate } from 'react-admin'
import { useId, useLayoutEffect, useRef } from 'react'
import { MenuLink } from './MenuLink.tsx'
import { largeSubMenuAbove, menuColumns, type MenuSection, type VisibleGroup } from './visibleMenu.ts'

const Panel = styled('div')({
  '--hover': 'var(--primary-wash)',
  '--active': 'var(--primary-wash)',
  position: 'absolute',
  zIndex: 1200,
  display: 'flex',
  width: 'max-content',
  maxWidth: 'calc(100vw - 32px)',
  padding: '8px 0',
  background: 'var(--surface)',
  color: 'var(--text)',
  border: '1px solid var(--line)',
  borderRadius: 'calc(var(--radius) * 1.25)',
  boxShadow: '0 12px 32px -10px rgb(0 0 0 / 28%)',
  '&[hidden]': { display: 'none' },
  '& a': { minWidth: 148 },
})

const Column = styled('div')({
  padding: '4px 8px',
  '& + &': { borderInlineStart: '1px solid var(--line)' },
  // The specification's entries are what most people come for.
  '&[data-first="true"] a > :first-of-type': { fontWeight: 650 },
})

const Entries = styled('ul')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  display: 'grid',
  gap: 2,
  '&[data-large="true"]': { gridTemplateColumns: 'repeat(2, minmax(160px, 1fr))' },
})

const Title = styled('div')({
  padding: '8px 12px 4px',
  fontSize: '0.8125rem',
  fontWeight: 600,
  color: 'var(--text-muted)',
})

/** The entries under one title, or those without. */
export function MenuEntries({
  section: { title, entries },
  hasHints = false,
  onFollow,
}: {
  section: MenuSection
  hasHints?: boolean
  onFollow?: (() => void) | undefined
}) {
  const translate = useTranslate()
  const id = useId()
  return (
    <>
      {title === null ? null : <Title id={id}>{translate(`menu.titles.${title}`)}</Title>}
      <Entries data-large={entries.length > largeSubMenuAbove} aria-labelledby={title === null ? undefined : id}>
        {entries.map((entry) => (
          <li key={entry.name}>
            <MenuLink entry={entry} hasHint={hasHints} onClick={onFollow} />
          </li>
        ))}
      </Entries>
    </>
  )
}

/** So far from the edge of the window, in pixels. */
const edge = 16

/** What a group opens: a column of the specification's entries, and beside it further pages under their titles. */
export function MenuColumns({
  id,
  group,
  isOpen,
  place,
  onFollow,
}: {
  id: string
  group: VisibleGroup
  isOpen: boolean
  /** Where it opens from its group. */
  place: { readonly top: string | number; readonly insetInlineStart: string | number }
  onFollow: () => void
}) {
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = panel
    if (!current || !isOpen) return
    current.style.translate = 'none'
    const { right, bottom, left, top } = current.getBoundingClientRect()
    const back = (beyond: number, room: number) => -Math.max(0, Math.min(beyond, room))
    const x = back(right - (document.documentElement.clientWidth - edge), left - edge)
    // What opens below its group may go on below the window, which scrolls; what opens beside it moves up.
    const y = place.top === 0 ? back(bottom - (window.innerHeight - edge), top - edge) : 0
    current.style.translate = `${x}px ${y}px`
  }, [isOpen, place.top])
  return (
    <Panel ref={panel} id={id} hidden={!isOpen} style={place}>
      {/* What is closed is not in the page: a page of 25 rows is small. */}
      {(isOpen ? menuColumns(group) : []).map((sections) => (
        <Column key={sections[0]!.title ?? ''} data-first={sections[0]!.title === null}>
          {sections.map((section) => (
            <MenuEntries key={section.title ?? ''} section={section} hasHints onFollow={onFollow} />
          ))}
        </Column>
      ))}
    </Panel>
  )
}
