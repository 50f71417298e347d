import { type KeyboardEvent, type ReactNode, useState } from 'react'
import AddIcon from '@mui/icons-material/Add'
import DragIndicatorIcon from '@mui/icons-material/DragIndicator'
import EditIcon from '@mui/icons-material/EditOutlined'
import LockIcon from '@mui/icons-material/LockOutlined'
import VisibilityIcon from '@mui/icons-material/VisibilityOutlined'
import VisibilityOffIcon from '@mui/icons-material/VisibilityOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Paper from '@mui/material/Paper'
import Switch from '@mui/material/Switch'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { hidingLock, takesFields } from '#engine/declaration/checks/overlay.ts'
import { filterOperators } from '#engine/declaration/derive/filters.ts'
import { editColumns, editField, editFilters, moveField, moveSection, placeField } from '../editOverlay.ts'
import { FieldDialog } from './FieldDialog.tsx'
import { MoveButtons, touchTarget } from './MoveButtons.tsx'
import { draggableLook, useDragging } from './useDragging.ts'
import { useStudioScope } from './studioContext.ts'

/** Kinds of which a cell shows nothing, and by which nothing is found. */
const uncelled = ['list', 'blocks', 'password']

/** The fields of an entity in the order of its form, and what can be changed of each. */
export function FieldRows() {
  const { say, studio, resource, laid, sectionLabel } = useStudioScope()
  const [edited, setEdited] = useState<string | null>(null)
  const placed = new Set(Object.values(laid.form).flat())
  const others = Object.keys(laid.fields).filter((name) => !placed.has(name))
  const dragging = useDragging((name, at) => void studio.edit(placeField(studio.overlay, resource, name, at)))
  const row = (name: string) => (
    <FieldRow
      key={name}
      name={name}
      drag={placed.has(name) && !studio.isWorking ? dragging(name) : undefined}
      onEdit={() => setEdited(name)}
    />
  )
  return (
    <Paper variant="outlined">
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, px: 2, py: 1.5 }}>
        <Typography variant="body2" color="textSecondary" sx={{ flex: 1 }}>
          {say('keys')}
        </Typography>
        {takesFields(resource) && (
          <Button variant="outlined" startIcon={<AddIcon />} onClick={() => setEdited('')}>
            {say('newField')}
          </Button>
        )}
      </Box>
      {Object.entries(laid.form).map(([section, names]) => {
        const label = sectionLabel(resource.name, section)
        return (
          <Section
            key={section}
            label={label}
            tools={
              <MoveButtons
                name={label}
                onMove={(step) => void studio.edit(moveSection(studio.overlay, resource, section, step))}
              />
            }
          >
            {names.map(row)}
          </Section>
        )
      })}
      {others.length > 0 && <Section label={say('others')}>{others.map(row)}</Section>}
      {edited !== null && <FieldDialog name={edited} onClose={() => setEdited(null)} />}
    </Paper>
  )
}

function Section({ label, tools, children }: { label: string; tools?: ReactNode; children: ReactNode }) {
  return (
    <Box component="section" aria-label={label}>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          px: 2,
          py: 0.5,
          bgcolor: 'action.hover',
          borderTop: 1,
          borderColor: 'divider',
        }}
      >
        <Typography component="h2" variant="subtitle2" sx={{ flex: 1 }}>
          {label}
        </Typography>
        {tools}
      </Box>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {children}
      </Box>
    </Box>
  )
}

function FieldRow({
  name,
  drag,
  onEdit,
}: {
  name: string
  drag: ReturnType<ReturnType<typeof useDragging>> | undefined
  onEdit: () => void
}) {
  const { say, studio, published, resource, laid, fieldLabel } = useStudioScope()
  const { overlay } = studio
  const field = laid.fields[name]!
  const label = fieldLabel(resource.name, name)
  const said = overlay.resources?.[resource.name]?.fields?.[name]
  const before = published.resources?.[resource.name]?.fields?.[name]
  const isChanged = JSON.stringify(said) !== JSON.stringify(before)
  const isPlaced = Object.values(laid.form).some((names) => names.includes(name))
  const { columns } = laid.list
  const filters = Object.keys(laid.filters)
  const isHidden = field.hidden === true
  const without = (names: readonly string[]) => names.filter((each) => each !== name)
  const move = (step: -1 | 1) => void studio.edit(moveField(overlay, resource, name, step))
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined
    if (!event.altKey || !step || !isPlaced || studio.isWorking) return
    event.preventDefault()
    move(step)
  }
  return (
    <Box
      component="li"
      onKeyDown={onKeyDown}
      {...drag}
      sx={{
        ...(drag ? draggableLook : {}),
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 1,
        px: 2,
        py: 0.75,
        borderTop: 1,
        borderColor: 'divider',
        boxShadow: ({ palette }) => (isChanged ? `inset 3px 0 ${palette.warning.main}` : 'none'),
      }}
    >
      {drag && <DragIndicatorIcon fontSize="small" color="disabled" sx={{ display: { xs: 'none', sm: 'block' } }} />}
      <Box sx={{ flex: { xs: '1 1 100%', sm: '1 1 180px' }, minWidth: 0 }}>
        <Typography
          variant="body2"
          color={isHidden ? 'textSecondary' : undefined}
          sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}
        >
          {label}
          {field.required && ' *'}
          {isHidden && ` (${say('fieldHidden')})`}
        </Typography>
        <Typography component="code" variant="caption" color="textSecondary" sx={{ fontFamily: 'monospace' }}>
          {name}
        </Typography>
      </Box>
      {!isHidden && !uncelled.includes(field.kind) && (
        <FormControlLabel
          control={
            <Switch
              size="small"
              checked={columns.includes(name)}
              disabled={studio.isWorking || (columns.length === 1 && columns.includes(name))}
              slotProps={{ input: { 'aria-label': `${label}: ${say('inList')}` } }}
              onChange={({ target }) =>
                void studio.edit(editColumns(overlay, resource, target.checked ? [...columns, name] : without(columns)))
              }
            />
          }
          label={<Typography variant="caption">{say('inList')}</Typography>}
        />
      )}
      {!isHidden && filterOperators(field).length > 0 && (
        <FormControlLabel
          control={
            <Switch
              size="small"
              checked={filters.includes(name)}
              disabled={studio.isWorking || (filters.length === 1 && filters.includes(name))}
              slotProps={{ input: { 'aria-label': `${label}: ${say('asFilter')}` } }}
              onChange={({ target }) =>
                void studio.edit(editFilters(overlay, resource, target.checked ? [...filters, name] : without(filters)))
              }
            />
          }
          label={<Typography variant="caption">{say('asFilter')}</Typography>}
        />
      )}
      <Box sx={{ display: 'flex', alignItems: 'center', ml: 'auto' }}>
        <HidingButton name={name} label={label} />
        <IconButton
          sx={touchTarget}
          aria-label={say('edit', { name: label })}
          disabled={studio.isWorking}
          onClick={onEdit}
        >
          <EditIcon fontSize="small" />
        </IconButton>
        <Box sx={{ visibility: isPlaced ? 'visible' : 'hidden' }}>
          <MoveButtons name={label} onMove={move} />
        </Box>
      </Box>
    </Box>
  )
}

/** Hides a field or shows it again; where it is needed, says why. */
function HidingButton({ name, label }: { name: string; label: string }) {
  const { say, studio, resource, laid } = useStudioScope()
  const lock = hidingLock(laid, name)
  const isHidden = laid.fields[name]!.hidden === true
  if (lock)
    return (
      <Tooltip title={say(`lock.${lock}`)}>
        <Box
          component="span"
          role="img"
          tabIndex={0}
          aria-label={say(`lock.${lock}`)}
          sx={{ display: 'inline-flex', ...touchTarget }}
        >
          <LockIcon fontSize="small" color="disabled" />
        </Box>
      </Tooltip>
    )
  return (
    <IconButton
      sx={touchTarget}
      aria-label={say(isHidden ? 'show' : 'hide', { name: label })}
      disabled={studio.isWorking}
      onClick={() =>
        void studio.edit(
          editField(studio.overlay, { resource: resource.name, field: name }, {
            hidden: isHidden ? undefined : true,
          } as object),
        )
      }
    >
      {isHidden ? <VisibilityOffIcon fontSize="small" color="warning" /> : <VisibilityIcon fontSize="small" />}
    </IconButton>
  )
}
