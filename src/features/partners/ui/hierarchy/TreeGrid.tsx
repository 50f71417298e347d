import { createContext, type KeyboardEvent, type ReactNode, useContext, useState } from 'react'
import Box from '@mui/material/Box'

interface TreeGridValue {
  /** The row that the Tab key reaches; null before any had the focus: then the first. */
  readonly activeId: string | null
  readonly setActiveId: (id: string) => void
}

const TreeGridContext = createContext<TreeGridValue>({ activeId: null, setActiveId: () => undefined })

/**
 * 0 inside the row that has or had the focus last, else -1: the controls of other rows are reached by the arrow keys.
 */
const RowTabIndex = createContext<0 | -1>(-1)

/** The `tabIndex` of a control inside a {@link TreeRow}. */
export const useRowTabIndex = () => useContext(RowTabIndex)

const rowsOf = (grid: HTMLElement) => [...grid.querySelectorAll<HTMLElement>('[data-tree-row]')]
const controlsOf = (row: HTMLElement) =>
  [...row.querySelectorAll<HTMLElement>('button, a')].filter((control) => !control.hasAttribute('data-tree-toggle'))
const levelOf = (row: HTMLElement) => Number(row.getAttribute('aria-level'))
const isOpen = (row: HTMLElement) => row.getAttribute('aria-expanded') === 'true'
const toggle = (row: HTMLElement) => row.querySelector<HTMLElement>('[data-tree-toggle]')?.click()

/**
 * The arrow keys in a row: right opens it and goes on to its controls, left goes back, closes it, and goes to the row
 * above it.
 */
function moveSideways({
  row,
  control,
  rows,
  isForward,
}: {
  row: HTMLElement
  control: HTMLElement | null
  rows: HTMLElement[]
  isForward: boolean
}): void {
  const controls = controlsOf(row)
  const place = control ? controls.indexOf(control) : -1
  if (isForward) {
    if (place < 0 && row.getAttribute('aria-expanded') === 'false') return toggle(row)
    return controls[Math.min(place + 1, controls.length - 1)]?.focus()
  }
  if (place > 0) return controls[place - 1]!.focus()
  if (place === 0) return row.focus()
  if (isOpen(row)) return toggle(row)
  return rows
    .slice(0, rows.indexOf(row))
    .findLast((above) => levelOf(above) < levelOf(row))
    ?.focus()
}

function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
  const target = event.target as HTMLElement
  const row = target.closest<HTMLElement>('[data-tree-row]')
  if (!row || event.altKey || event.ctrlKey || event.metaKey) return
  const rows = rowsOf(event.currentTarget)
  const place = rows.indexOf(row)
  const control = target === row ? null : target
  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: () => rows[place + 1]?.focus(),
    ArrowUp: () => rows[place - 1]?.focus(),
    Home: () => rows[0]?.focus(),
    End: () => rows.at(-1)?.focus(),
    ArrowRight: () => moveSideways({ row, control, rows, isForward: true }),
    ArrowLeft: () => moveSideways({ row, control, rows, isForward: false }),
    Escape: () => row.focus(),
    ...(control === null
      ? {
          Enter: () => (row.hasAttribute('aria-expanded') ? toggle(row) : controlsOf(row)[0]?.click()),
          ' ': () => toggle(row),
        }
      : {}),
  }
  const move = moves[event.key]
  if (!move || (event.key === 'Escape' && control === null)) return
  event.preventDefault()
  move()
}

/**
 * A tree whose rows have cells: one stop of the Tab key, the arrow keys inside (the WAI-ARIA treegrid). Rows are
 * {@link TreeRow}s in the order in which they are seen.
 */
export function TreeGrid({
  label,
  describedBy,
  head,
  children,
}: {
  label: string
  describedBy?: string
  head: ReactNode
  children: ReactNode
}) {
  const [activeId, setActiveId] = useState<string | null>(null)
  return (
    <TreeGridContext.Provider value={{ activeId, setActiveId }}>
      {/* The rows take the focus; the grid only hears their keys. */}
      <Box role="treegrid" aria-label={label} aria-describedby={describedBy} onKeyDown={onKeyDown}>
        {head}
        {children}
      </Box>
    </TreeGridContext.Provider>
  )
}

interface TreeRowProps {
  readonly id: string
  /** From 1. */
  readonly level: number
  /** Undefined where there is nothing below. */
  readonly isOpen?: boolean | undefined
  /** Reached first, before any row had the focus. */
  readonly isFirst?: boolean
  readonly isMarked?: boolean
  readonly children: ReactNode
}

/** A row of a {@link TreeGrid}; its cells have `role="gridcell"`. */
export function TreeRow({ id, level, isOpen: isRowOpen, isFirst = false, isMarked = false, children }: TreeRowProps) {
  const { activeId, setActiveId } = useContext(TreeGridContext)
  const isReached = activeId === null ? isFirst : activeId === id
  return (
    <Box
      id={id}
      role="row"
      data-tree-row
      aria-level={level}
      aria-expanded={isRowOpen}
      aria-current={isMarked ? 'true' : undefined}
      tabIndex={isReached ? 0 : -1}
      onFocus={() => setActiveId(id)}
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        minHeight: 48,
        px: { xs: 1, sm: 2 },
        py: 0.5,
        borderTop: 1,
        borderColor: 'divider',
        bgcolor: isMarked ? 'action.selected' : undefined,
        '&:hover': { bgcolor: isMarked ? undefined : 'action.hover' },
        '&:focus-visible': { outlineOffset: '-2px' },
      }}
    >
      <RowTabIndex.Provider value={isReached ? 0 : -1}>{children}</RowTabIndex.Provider>
    </Box>
  )
}
