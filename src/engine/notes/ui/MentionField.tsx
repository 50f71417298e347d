import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import MenuList from '@mui/material/MenuList'
import Paper from '@mui/material/Paper'
import TextField from '@mui/material/TextField'
import type { Colleague } from '../answers/notes.ts'
import { suggested, typedName, withName } from './mentions.ts'

/** A text in which colleagues are mentioned: behind an `@` they are offered, by the arrow keys and Enter as well. */
export function MentionField({
  text,
  colleagues,
  onChange,
  help = 'work.notes.textHelp',
}: {
  text: string
  /** None where nobody is to be mentioned. */
  colleagues: readonly Colleague[]
  help?: string | null
  onChange: (text: string) => void
}) {
  const translate = useTranslate()
  const listId = useId()
  const input = useRef<HTMLTextAreaElement>(null)
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const offered = typed === null ? [] : suggested(typed, colleagues)
  const look = () => {
    setTyped(input.current ? typedName(input.current.value, input.current.selectionStart) : null)
    setActive(0)
  }
  const take = (colleague: Colleague) => {
    const made = withName(text, input.current?.selectionStart ?? text.length, colleague)
    onChange(made.text)
    setTyped(null)
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(made.caret, made.caret)
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (offered.length === 0) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive((active + step + offered.length) % offered.length)
    else if (event.key === 'Enter' || event.key === 'Tab') take(offered[active]!)
    else if (event.key === 'Escape') setTyped(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const isOpen = offered.length > 0
  return (
    <Box sx={{ position: 'relative' }}>
      <TextField
        fullWidth
        multiline
        minRows={2}
        label={translate('work.notes.text')}
        helperText={help === null ? undefined : translate(help)}
        value={text}
        inputRef={input}
        onChange={({ target }) => {
          onChange(target.value)
          requestAnimationFrame(look)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setTyped(null)}
        slotProps={{
          htmlInput: {
            maxLength: 4000,
            'aria-autocomplete': 'list',
            'aria-controls': isOpen ? listId : undefined,
            'aria-activedescendant': isOpen ? `${listId}-${active}` : undefined,
          },
        }}
      />
      {isOpen ? (
        <Paper elevation={4} sx={{ position: 'absolute', zIndex: 5, minWidth: 220 }}>
          <MenuList id={listId} role="listbox" aria-label={translate('work.notes.colleagues')} dense>
            {offered.map((colleague, index) => (
              <MenuItem
                key={colleague.id}
                id={`${listId}-${index}`}
                role="option"
                aria-selected={index === active}
                selected={index === active}
                // The field keeps the focus: a click must not take it away before it chooses.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => take(colleague)}
              >
                {colleague.name}
              </MenuItem>
            ))}
          </MenuList>
        </Paper>
      ) : null}
    </Box>
  )
}
