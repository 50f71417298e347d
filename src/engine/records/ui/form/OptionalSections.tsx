import { useEffect, useId, useRef, useState } from 'react'
import { useRecordContext, useTranslate } from 'react-admin'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import AddIcon from '@mui/icons-material/Add'
import CloseIcon from '@mui/icons-material/Close'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { sameValue } from '#engine/declaration/derive/difference.ts'
import { isVisible } from '#engine/declaration/derive/visibility.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import type { PageSection } from '../derivePages.ts'
import { useConfiguredResource } from '../ResourcesContext.tsx'
import { initialValues } from './formValues.ts'
import { Section } from './Section.tsx'

/** So many are offered at once; more wait behind the heading that counts them. */
const offeredAtOnce = 5

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** What of the optional sections is typed at present: those that count for the record, and those that say something. */
function useSaid(sections: readonly PageSection[], bare: AnyRecord) {
  const resource = useConfiguredResource()
  const record = useRecordContext()
  const counted = useWatch({
    // A text, so that typing draws the sections anew only where it changes one of them.
    compute: (typed: AnyRecord) => {
      const values = { ...record, ...typed }
      return sections
        .map(({ fields }) => {
          const counting = fields.filter(({ name: field }) => isVisible({ resource, field, record: values }))
          const isSaid = counting.some(({ name }) => !isEmpty(values[name]) && !sameValue(values[name], bare[name]))
          return isSaid ? 's' : counting.some(({ isReadOnly }) => !isReadOnly) ? 'o' : '-'
        })
        .join('')
    },
  })
  const withMark = (mark: string) => sections.filter((_, index) => counted[index] === mark).map(({ name }) => name)
  return { said: withMark('s'), offered: withMark('o') }
}

const offerStyle = { minHeight: 36, borderRadius: 5, borderStyle: 'dashed' } as const
const offersRow = { display: { xs: 'block', sm: 'flex' }, gap: 2, py: 0.75 } as const

/** Sections of which one was added or removed: the focus follows. */
type Moved = { readonly name: string; readonly isAdded: boolean } | null

/**
 * The optional sections of a form: those that say something, are wrong or were added stand open, the others are
 * buttons. What cannot stand beside one that says something tells so in place of being added.
 */
export function OptionalSections({
  operation,
  sections,
}: {
  operation: 'create' | 'update'
  sections: readonly PageSection[]
}) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const { setValue, clearErrors } = useFormContext()
  const { errors } = useFormState()
  const bare = initialValues(resource)
  const { said, offered } = useSaid(sections, bare)
  const [opened, setOpened] = useState<readonly string[]>([])
  const [isUnfolded, setIsUnfolded] = useState(false)
  const [asked, setAsked] = useState<PageSection | null>(null)
  const [moved, setMoved] = useState<Moved>(null)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()
  const label = (name: string) => translate(labelKeys.section(resource.name, name), { _: name })

  const wrong = sections.filter(({ fields }) => fields.some(({ name }) => errors[name])).map(({ name }) => name)
  const holding = [...new Set([...said, ...wrong])].join()
  // What said something once stays open while it is typed anew.
  useEffect(() => {
    if (holding !== '') setOpened((before) => [...new Set([...before, ...holding.split(',')])])
  }, [holding])
  useEffect(() => {
    if (!moved) return
    const { name, isAdded } = moved
    const section = `[data-section="${name}"]`
    // A part of a form that is still on its way leaves the focus to its heading.
    const places = isAdded
      ? [`${section} [data-fields] :is(input, textarea, [role="combobox"], button)`, `${section} h2`]
      : [`[data-offered="${name}"]`, '[data-offers]']
    places.flatMap((each) => box.current?.querySelector<HTMLElement>(each) ?? [])[0]?.focus()
  }, [moved])

  const isOpen = (name: string) =>
    said.includes(name) || wrong.includes(name) || (opened.includes(name) && offered.includes(name))
  const open = sections.filter(({ name }) => isOpen(name))
  const closed = sections.filter(({ name }) => offered.includes(name) && !isOpen(name))
  const apartFrom = (name: string) =>
    said.find((other) =>
      [
        [name, other],
        [other, name],
      ].some(([one, two]) => resource.optionalSections[one!]?.notBeside?.includes(two!)),
    )
  const remove = ({ name, fields }: PageSection) => {
    for (const { name: field, isReadOnly } of fields)
      if (!isReadOnly) setValue(field, bare[field] ?? null, { shouldDirty: true })
    clearErrors(fields.map((field) => field.name))
    setOpened((before) => before.filter((each) => each !== name))
    setAsked(null)
    setMoved({ name, isAdded: false })
  }
  const offer = (name: string) => {
    const apart = apartFrom(name)
    return (
      <Button
        key={name}
        data-offered={name}
        size="small"
        variant="outlined"
        startIcon={<AddIcon />}
        aria-disabled={apart !== undefined}
        onClick={() => {
          if (apart !== undefined) return
          setOpened((before) => [...before, name])
          setMoved({ name, isAdded: true })
        }}
        sx={{ ...offerStyle, ...(apart === undefined ? {} : { color: 'text.secondary', cursor: 'default' }) }}
      >
        {apart === undefined
          ? label(name)
          : translate('resourcePages.form.notBeside', { section: label(name), other: label(apart) })}
      </Button>
    )
  }
  const areShown = isUnfolded || closed.length <= offeredAtOnce
  const title = translate(`resources.${resource.name}.more`, { _: translate('resourcePages.form.more') })
  return (
    <Box ref={box}>
      {open.map((section) => (
        <Box key={section.name} data-section={section.name}>
          <Section
            operation={operation}
            section={section}
            corner={
              section.fields.some(({ isReadOnly }) => !isReadOnly) && (
                <IconButton
                  size="small"
                  aria-label={translate('resourcePages.form.removeSection', { section: label(section.name) })}
                  onClick={() => (said.includes(section.name) ? setAsked(section) : remove(section))}
                >
                  <CloseIcon fontSize="small" />
                </IconButton>
              )
            }
          />
        </Box>
      ))}
      {closed.length > 0 && (
        <Box component="section" aria-label={title} sx={{ mb: 2 }}>
          {closed.length <= offeredAtOnce ? (
            <Typography component="h2" variant="subtitle2" color="textSecondary" sx={{ mb: 1 }}>
              {`${title} (${closed.length})`}
            </Typography>
          ) : (
            <Button
              data-offers
              size="small"
              aria-expanded={isUnfolded}
              onClick={() => setIsUnfolded(!isUnfolded)}
              sx={{ mb: 1 }}
            >
              {`${title} (${closed.length})`}
            </Button>
          )}
          {areShown &&
            [...Map.groupBy(closed, ({ name }) => resource.optionalSections[name]?.under)].map(([under, offers]) => (
              <Box key={under ?? ''} role={under && 'group'} aria-labelledby={under && `${id}-${under}`} sx={offersRow}>
                {under && (
                  <Typography
                    id={`${id}-${under}`}
                    variant="body2"
                    color="textSecondary"
                    sx={{ width: 130, flexShrink: 0, pt: 1 }}
                  >
                    {translate(`resources.${resource.name}.under.${under}`, { _: under })}
                  </Typography>
                )}
                <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>{offers.map(({ name }) => offer(name))}</Box>
              </Box>
            ))}
        </Box>
      )}
      {asked && (
        <PromptDialog
          title={translate('resourcePages.form.removeSectionTitle', { section: label(asked.name) })}
          text={translate('resourcePages.form.removeSectionText')}
          action={{
            label: translate('resourcePages.form.removeSection', { section: label(asked.name) }),
            color: 'error',
            onClick: () => remove(asked),
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </Box>
  )
}
