import { type FormEvent, useId, useState } from 'react'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { role } from '#resources/choices.ts'
import { languageKeys, languageNames } from '#locales/languages.ts'
import { isWidened } from '#engine/declaration/checks/overlay.ts'
import {
  type FieldOverlay,
  fieldOptions,
  overlayKinds,
  type OverlayTexts,
} from '#engine/declaration/overlay/overlay.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { useChoiceLabel, useResourceName } from '#engine/ui/fields/labels.ts'
import { editColumns, editField, editFilters, fieldNameOf, laidOver, nameOf } from '../editOverlay.ts'
import { useStudioScope } from './studioContext.ts'

type Said = { -readonly [Option in keyof FieldOverlay]: FieldOverlay[Option] }
/** The values of a choice while they are typed; a new one has no name yet. */
type TypedValue = { readonly name: string | null; readonly texts: OverlayTexts }

const emptyTexts = (): OverlayTexts => Object.fromEntries(languageKeys.map((language) => [language, '']))
const given = (texts: OverlayTexts = {}): OverlayTexts | undefined => {
  const filled = Object.entries(texts).filter(([, text]) => text.trim() !== '')
  return filled.length > 0 ? Object.fromEntries(filled.map(([language, text]) => [language, text.trim()])) : undefined
}
/** Every language says something: what one of them leaves empty is said as the first that does. */
const inEvery = (texts: OverlayTexts): OverlayTexts => {
  const [first = ''] = Object.values(given(texts) ?? {})
  return Object.fromEntries(languageKeys.map((language) => [language, texts[language]?.trim() || first]))
}

/** A label or another text in every language. */
function TextInputs({
  label,
  value,
  isRequired,
  onChange,
}: {
  label: string
  value: OverlayTexts
  isRequired?: boolean
  onChange: (value: OverlayTexts) => void
}) {
  return (
    <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, 1fr)' } }}>
      {languageKeys.map((language, index) => (
        <TextField
          key={language}
          size="small"
          required={isRequired === true && index === 0}
          label={`${label} (${languageNames[language]})`}
          value={value[language] ?? ''}
          onChange={({ target }) => onChange({ ...value, [language]: target.value })}
        />
      ))}
    </Box>
  )
}

/** Changes what is said of a field, or adds one (where it has no name yet). */
export function FieldDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { say, studio, resource, laid, fieldLabel, helpOf } = useStudioScope()
  const resourceName = useResourceName()
  const choiceLabel = useChoiceLabel()
  const formId = useId()
  const isNew = name === ''
  const before = studio.overlay.resources?.[resource.name]?.fields?.[name]
  const isOwn = isNew || before?.kind !== undefined
  const spoken = (text: (language: string) => string) =>
    Object.fromEntries(languageKeys.map((language) => [language, isNew ? '' : text(language)]))
  const original = {
    label: spoken((language) => fieldLabel(resource.name, name, language)),
    help: spoken((language) => helpOf(resource.name, name, language)),
  }
  const [said, setSaid] = useState<Said>({ kind: 'choice', ...before, ...original })
  const [values, setValues] = useState<readonly TypedValue[]>(
    before?.values
      ? Object.entries(before.values).map(([key, texts]) => ({ name: key, texts }))
      : [{ name: null, texts: emptyTexts() }],
  )
  const [isShown, setIsShown] = useState(true)
  const change = (changed: Said) => setSaid({ ...said, ...changed })
  const isChoice = isOwn && said.kind === 'choice'

  /** Only what was changed: what stays as it is declared is not said. */
  const changedTexts = (option: 'label' | 'help') => {
    if (isNew) return given(said[option]) && (option === 'label' ? inEvery(said.label!) : given(said.help))
    const changed = Object.entries(said[option] ?? {}).filter(
      ([language, text]) => text.trim() !== original[option][language],
    )
    return changed.length === 0 ? before?.[option] : { ...before?.[option], ...given(Object.fromEntries(changed)) }
  }

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const listed = values
      .filter(({ texts }) => given(texts))
      .map(({ name: key, texts }) => [key ?? nameOf(inEvery(texts)['en']!), inEvery(texts)])
    const field = isNew ? fieldNameOf(inEvery(said.label ?? {})['en']!) : name
    const next: Record<string, unknown> = {
      ...(isNew ? { kind: said.kind, access: said.access } : {}),
      label: changedTexts('label'),
      help: changedTexts('help'),
      max: said.max,
      ...(isChoice ? { values: Object.fromEntries(listed) } : {}),
    }
    let overlay = editField(studio.overlay, { resource: resource.name, field }, next as FieldOverlay)
    if (isNew && isShown) {
      const now = laidOver(resource, overlay)
      overlay = editColumns(overlay, resource, [...now.list.columns, field])
      overlay = editFilters(overlay, resource, [...Object.keys(now.filters), field])
    }
    onClose()
    await studio.edit(overlay)
  }
  const remove = async () => {
    onClose()
    const { columns } = laid.list
    let overlay = editColumns(
      studio.overlay,
      resource,
      columns.filter((each) => each !== name),
    )
    overlay = editFilters(
      overlay,
      resource,
      Object.keys(laid.filters).filter((each) => each !== name),
    )
    overlay = editField(overlay, { resource: resource.name, field: name }, null)
    const form = overlay.resources?.[resource.name]?.form
    if (form) {
      const left = Object.fromEntries(
        Object.entries(form).map(([section, names]) => [section, names.filter((each) => each !== name)]),
      )
      overlay = {
        ...overlay,
        resources: { ...overlay.resources, [resource.name]: { ...overlay.resources![resource.name], form: left } },
      }
    }
    await studio.edit(overlay)
  }
  const title = isNew
    ? say('newFieldOf', { entity: resourceName(resource.name, 1) })
    : say('edit', { name: fieldLabel(resource.name, name) })
  const readers = said.access?.read ?? []
  /** What this field may be told, by the form of each option. */
  const isOffered = (option: string) =>
    option !== 'max' || (isOwn ? said.kind === 'text' : isWidened(laid.fields[name]!))

  return (
    <PromptDialog
      title={title}
      maxWidth="md"
      action={{ label: say('save'), form: formId, isSave: true }}
      more={
        !isNew && isOwn ? (
          <Button color="error" onClick={() => void remove()}>
            {say('remove')}
          </Button>
        ) : undefined
      }
      onClose={onClose}
    >
      <Stack component="form" id={formId} spacing={2} sx={{ pt: 1 }} onSubmit={(event) => void save(event)}>
        {isNew && (
          <TextField
            select
            size="small"
            label={say('kind')}
            value={said.kind}
            onChange={({ target }) => change({ kind: target.value as NonNullable<Said['kind']> })}
          >
            {overlayKinds.map((kind) => (
              <MenuItem key={kind} value={kind}>
                {say(`kinds.${kind}`)}
              </MenuItem>
            ))}
          </TextField>
        )}
        {Object.entries(fieldOptions)
          .filter(([option]) => isOffered(option))
          .map(([option, form]) =>
            form === 'texts' ? (
              <TextInputs
                key={option}
                label={say(`options.${option}`)}
                value={said[option as 'label' | 'help'] ?? {}}
                isRequired={option === 'label' && isNew}
                onChange={(texts) => change({ [option]: texts })}
              />
            ) : form === 'number' ? (
              <TextField
                key={option}
                size="small"
                type="number"
                label={say(`options.${option}`)}
                value={said[option as 'max'] ?? ''}
                placeholder={String(laid.fields[name]?.max ?? '')}
                onChange={({ target }) =>
                  change({ [option]: target.value === '' ? undefined : Number(target.value) } as Said)
                }
              />
            ) : null,
          )}
        {isChoice && (
          <Stack spacing={1} component="fieldset" sx={{ border: 0, m: 0, p: 0 }}>
            {values.map((value, index) => (
              <Box key={index} sx={{ display: 'flex', gap: 1, alignItems: 'start' }}>
                <Box sx={{ flex: 1 }}>
                  <TextInputs
                    label={`${say('value')} ${index + 1}`}
                    value={value.texts}
                    isRequired={index === 0}
                    onChange={(texts) =>
                      setValues(values.map((each, place) => (place === index ? { ...each, texts } : each)))
                    }
                  />
                </Box>
                <IconButton
                  aria-label={`${say('removeValue')} ${index + 1}`}
                  disabled={values.length === 1}
                  onClick={() => setValues(values.filter((_, place) => place !== index))}
                >
                  <DeleteIcon fontSize="small" />
                </IconButton>
              </Box>
            ))}
            <Box>
              <Button size="small" onClick={() => setValues([...values, { name: null, texts: emptyTexts() }])}>
                {say('addValue')}
              </Button>
            </Box>
          </Stack>
        )}
        {isNew && (
          <>
            <TextField
              select
              size="small"
              label={say('options.readers')}
              value={readers[0] ?? ''}
              slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
              onChange={({ target }) =>
                change({
                  access: target.value === '' ? undefined : { read: [target.value], write: [target.value] },
                } as Said)
              }
            >
              <MenuItem value="">{say('everyone')}</MenuItem>
              {role.values.map((each) => (
                <MenuItem key={each} value={each}>
                  {choiceLabel('role', each)}
                </MenuItem>
              ))}
            </TextField>
            <FormControlLabel
              control={<Switch checked={isShown} onChange={({ target }) => setIsShown(target.checked)} />}
              label={`${say('inList')}, ${say('asFilter')}`}
            />
          </>
        )}
      </Stack>
    </PromptDialog>
  )
}
