import { type FocusEvent, type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react'

/** A place in a grid: rows from 0 at the top, the head and the total row among them. */
export interface GridPlace {
  readonly row: number
  readonly column: number
}

/** What of a table the arrow keys need to know. */
interface Grid {
  readonly container: RefObject<HTMLElement | null>
  readonly rowCount: number
  readonly columnCount: number
  /** Brings a row that may not be in the page into it. */
  readonly scrollToRow: (row: number) => void
  /** Opens or closes the row; false where there is nothing to do, and the key moves on. */
  readonly openRow: (row: number, isOpen: boolean) => boolean
}

const rowsOfAPage = 10

/**
 * How many rows of heads stand above the first row, as a reader of the table counts them; for the arrow keys they are
 * one.
 */
export const headRows = 2

/**
 * Where a part of the table stands; null for what is no cell. Rows and cells say it themselves, for whoever reads them
 * aloud.
 */
function placeOf(part: Element): GridPlace | null {
  const [row, column] = [part.closest('[aria-rowindex]')?.ariaRowIndex, part.closest('[aria-colindex]')?.ariaColIndex]
  return row && column ? { row: Math.max(Number(row) - headRows, 0), column: Number(column) - 1 } : null
}

/** What can be pressed in the cell that has the focus, where it came after the cell: with the row that was asked for. */
function buttonOfFocused(container: HTMLElement | null): HTMLElement | null {
  const focused = document.activeElement
  return focused && container?.contains(focused) && focused.matches('tbody [aria-colindex]')
    ? focused.querySelector('button')
    : null
}

/** Where a key leads from a place; null for a key that is none of the grid's. Pure. */
export function nextPlace({
  key,
  isControl,
  place: { row, column },
  rowCount,
  columnCount,
}: {
  key: string
  isControl: boolean
  place: GridPlace
  rowCount: number
  columnCount: number
}): GridPlace | null {
  const within = (asked: number, count: number) => Math.min(Math.max(asked, 0), count - 1)
  const at = (toRow: number, toColumn: number): GridPlace => ({
    row: within(toRow, rowCount),
    column: within(toColumn, columnCount),
  })
  switch (key) {
    case 'ArrowDown':
      return at(row + 1, column)
    case 'ArrowUp':
      return at(row - 1, column)
    case 'ArrowRight':
      return at(row, column + 1)
    case 'ArrowLeft':
      return at(row, column - 1)
    case 'PageDown':
      return at(row + rowsOfAPage, column)
    case 'PageUp':
      return at(row - rowsOfAPage, column)
    case 'Home':
      return at(isControl ? 0 : row, 0)
    case 'End':
      return at(isControl ? rowCount - 1 : row, columnCount - 1)
    default:
      return null
  }
}

/**
 * One stop of the Tab key for a whole table, the arrow keys inside it (the WAI-ARIA treegrid). Only what is in the page
 * can have the focus: what is further is scrolled to first.
 */
export function useGridFocus({ container, rowCount, columnCount, scrollToRow, openRow }: Grid) {
  const active = useRef<GridPlace>({ row: 0, column: 0 })
  const wanted = useRef<GridPlace | null>(null)
  // A cell takes the focus, or the one thing in it that can be pressed.
  const find = ({ row, column }: GridPlace) => {
    const cell = container.current?.querySelector<HTMLElement>(
      `${row === 0 ? 'thead tr' : `[aria-rowindex="${row + headRows}"]`} > [aria-colindex="${column + 1}"]`,
    )
    return cell?.querySelector('button') ?? cell
  }
  const reach = () => {
    const reached = find(active.current) ?? find({ row: 0, column: Math.min(active.current.column, columnCount - 1) })
    for (const other of container.current?.querySelectorAll('[tabindex="0"]') ?? [])
      if (other !== reached) other.setAttribute('tabindex', '-1')
    reached?.setAttribute('tabindex', '0')
  }
  const activate = (part: Element) => {
    active.current = placeOf(part) ?? active.current
    wanted.current = null
    reach()
  }
  // After each render: rows come and go while somebody scrolls.
  useEffect(() => {
    reach()
    const target = wanted.current ? find(wanted.current) : buttonOfFocused(container.current)
    if (!target) return
    wanted.current = null
    target.focus()
  })
  const go = (place: GridPlace) => {
    active.current = place
    reach()
    const target = find(place)
    if (target) return target.focus()
    wanted.current = place
    find({ ...place, row: 0 })?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    scrollToRow(place.row)
  }
  return {
    onFocus: ({ target }: FocusEvent) => activate(target),
    // Before the browser looks for what takes the focus.
    onMouseDown: ({ target }: MouseEvent) => activate(target as Element),
    onKeyDown: (event: KeyboardEvent) => {
      // Keys that come faster than what they lead to go on from there.
      const place = wanted.current ?? placeOf(event.target as Element)
      if (!place || event.altKey || event.metaKey || event.shiftKey) return
      const isOpening =
        place.column === 0 &&
        (event.key === 'ArrowRight' || event.key === 'ArrowLeft') &&
        openRow(place.row, event.key === 'ArrowRight')
      const next = isOpening
        ? place
        : nextPlace({ key: event.key, isControl: event.ctrlKey, place, rowCount, columnCount })
      if (!next) return
      event.preventDefault()
      if (!isOpening) go(next)
    },
  }
}
