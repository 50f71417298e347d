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
import Typography from '@mui/material/Typography'
import { role } from '#resources/choices.ts'
import { resources } from '#resources/index.ts'
import { languageKeys, languageNames } from '#locales/languages.ts'
import { isWidened, mayBeRequired, mayBeUnique, takesDefault, takesFields } from '#engine/declaration/checks/overlay.ts'
import {
  type FieldOverlay,
  fieldOptions,
  overlayKinds,
  type OverlayTexts,
} from '#engine/declaration/overlay/overlay.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { useChoiceLabel, useResourceName } from '#engine/ui/fields/labels.ts'
import { useLanguage } from '#engine/ui/fields/useLanguage.ts'
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

/** What a new field may name: the entities whose records people make. */
const targets = Object.values(resources as Readonly<Record<string, AnyResource>>)
  .filter(takesFields)
  .map(({ name }) => name)

/** What records get that hold nothing in a field, as it is typed in one of its kind. */
function DefaultInput({
  kind,
  label,
  isRequired,
  value,
  choices,
  onChange,
}: {
  kind: string
  label: string
  isRequired: boolean
  value: string | number | undefined
  choices: readonly (readonly [string, string])[]
  onChange: (value: string | number) => void
}) {
  return (
    <TextField
      size="small"
      select={kind === 'choice'}
      type={kind === 'integer' ? 'number' : kind === 'date' ? 'date' : 'text'}
      label={label}
      required={isRequired}
      value={value ?? ''}
      slotProps={kind === 'date' ? { inputLabel: { shrink: true } } : {}}
      onChange={({ target }) =>
        onChange(kind === 'integer' && target.value !== '' ? Number(target.value) : target.value)
      }
    >
      {kind === 'choice'
        ? choices.map(([name, spoken]) => (
            <MenuItem key={name} value={name}>
              {spoken}
            </MenuItem>
          ))
        : undefined}
    </TextField>
  )
}

/** Changes what is said of a field, or adds one (where it has no name yet). */
export function FieldDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { say, studio, resource, laid, fieldLabel, helpOf } = useStudioScope()
  const resourceName = useResourceName()
  const choiceLabel = useChoiceLabel()
  const language = useLanguage()
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
  const kind = isOwn ? said.kind : resource.fields[name]!.kind
  const isChoice = isOwn && kind === 'choice'
  const counts = studio.studio.data?.counts ?? {}
  const records = counts[resource.name] ?? 0
  const lacking = records - (isNew ? 0 : (counts[`${resource.name}.${name}`] ?? 0))
  /** What this field may be told. */
  const offers: Readonly<Partial<Record<keyof typeof fieldOptions, boolean>>> = {
    hidden: false,
    required: isOwn ? kind !== 'boolean' : mayBeRequired(resource, name),
    default: said.required === true && takesDefault(kind),
    unique: isOwn ? kind === 'text' || kind === 'integer' : mayBeUnique(resource, name),
    min: isOwn && kind === 'integer',
    max: isOwn ? kind === 'text' || kind === 'integer' : isWidened(resource.fields[name]!),
  }
  const options = Object.entries(fieldOptions).filter(([option]) => offers[option as keyof typeof offers] ?? true)
  const labelOf = (option: string) => say(`options.${option === 'max' && kind === 'integer' ? 'most' : option}`)

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
      ...(isNew && kind === 'reference' ? { target: said.target } : {}),
      ...Object.fromEntries(
        Object.entries(fieldOptions)
          .filter(([, form]) => form !== 'texts' && form !== 'hiding')
          .map(([option]) => {
            const value = options.some(([each]) => each === option) && said[option as keyof Said]
            return [option, value === false || value === '' ? undefined : value]
          }),
      ),
      label: changedTexts('label'),
      help: changedTexts('help'),
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
            onChange={({ target }) =>
              setSaid({ ...said, kind: target.value as NonNullable<Said['kind']>, default: undefined } as Said)
            }
          >
            {overlayKinds.map((kind) => (
              <MenuItem key={kind} value={kind}>
                {say(`kinds.${kind}`)}
              </MenuItem>
            ))}
          </TextField>
        )}
        {isNew && kind === 'reference' && (
          <TextField
            select
            required
            size="small"
            label={say('target')}
            value={said.target ?? ''}
            onChange={({ target }) => change({ target: target.value })}
          >
            {targets.map((target) => (
              <MenuItem key={target} value={target}>
                {resourceName(target, 2)}
              </MenuItem>
            ))}
          </TextField>
        )}
        {options.map(([option, form]) =>
          form === 'flag' ? (
            <Box key={option}>
              <FormControlLabel
                control={
                  <Switch
                    checked={said[option as 'required'] ?? false}
                    onChange={({ target }) => change({ [option]: target.checked })}
                  />
                }
                label={labelOf(option)}
              />
              {option === 'required' && said.required && lacking > 0 && (
                <Typography variant="body2" color="textSecondary">
                  {say('without', { smart_count: lacking })}
                </Typography>
              )}
            </Box>
          ) : form === 'value' ? (
            <DefaultInput
              key={option}
              kind={kind!}
              label={labelOf(option)}
              isRequired={lacking > 0}
              value={said.default}
              choices={
                isOwn
                  ? values
                      .filter(({ texts }) => given(texts))
                      .map(({ name: key, texts }) => {
                        const every = inEvery(texts)
                        return [key ?? nameOf(every['en']!), every[language] ?? ''] as const
                      })
                  : (resource.fields[name]!.choices?.values ?? []).map(
                      (each) => [each, choiceLabel(resource.fields[name]!.choices!.name, each)] as const,
                    )
              }
              onChange={(value) => change({ default: value })}
            />
          ) : form === 'texts' ? (
            <TextInputs
              key={option}
              label={labelOf(option)}
              value={said[option as 'label' | 'help'] ?? {}}
              isRequired={option === 'label' && isNew}
              onChange={(texts) => change({ [option]: texts })}
            />
          ) : form === 'number' ? (
            <TextField
              key={option}
              size="small"
              type="number"
              label={labelOf(option)}
              value={said[option as 'max'] ?? ''}
              placeholder={String(resource.fields[name]?.[option as 'max'] ?? '')}
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
