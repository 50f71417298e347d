import { useId } from 'react'
import { type RaRecord, useDataProvider, useNotify, useRefresh, useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { transitions } from '#resources/transitions.ts'
import type { Actor } from '#engine/declaration/actor.ts'
import { can } from '#engine/declaration/derive/access.ts'
import type { AnyRecord } from '#engine/declaration/record.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { type Lifecycles, statesBefore, type Transition } from '#engine/declaration/transition.ts'
import { DialogButton } from '#engine/ui/dialogs/DialogButton.tsx'
import { FieldsDialog } from '#engine/ui/dialogs/FieldsDialog.tsx'
import { isOwnWriting } from '#engine/ui/dialogs/isOwnWriting.ts'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import type { BackOfficeDataProvider } from '../dataProvider.ts'
import { useActor, useConfiguredResource } from '../ResourcesContext.tsx'
import { useErrorText } from '../useErrorText.ts'

const mayDecide = (actor: Actor, resource: AnyResource, { roles }: Transition): boolean =>
  roles ? actor.root || roles.every((role) => actor.roles.has(role)) : can({ actor, resource, operation: 'update' })

/** The decisions that a record waits for, of those that this person may make, by name. */
export function openTransitions(record: AnyRecord, resource: AnyResource, actor: Actor): [string, Transition][] {
  const lifecycle = (transitions as Lifecycles)[resource.name]
  if (!lifecycle) return []
  const state = String(record[lifecycle.state])
  return Object.entries(lifecycle.transitions).filter(
    ([, each]) => statesBefore(each).includes(state) && mayDecide(actor, resource, each),
  )
}

interface TransitionButtonsProps {
  readonly record: RaRecord
  /** What it is called, where several stand below each other. */
  readonly name?: string
  readonly onDecided?: (() => void) | undefined
}

/** A button for each decision that a record waits for, with what it asks for; an author reads why it is not theirs. */
export function TransitionButtons({ record, name, onDecided }: TransitionButtonsProps) {
  const translate = useTranslate()
  const actor = useActor()
  const resource = useConfiguredResource()
  const notify = useNotify()
  const refresh = useRefresh()
  const errorText = useErrorText()
  const fieldLabel = useFieldLabel()
  const dataProvider = useDataProvider<BackOfficeDataProvider>()
  const { run, isRunning, error } = useAsyncAction()
  const reasonId = useId()
  const open = openTransitions(record, resource, actor)
  if (open.length === 0) return null
  const isOwn = isOwnWriting(record, actor)
  const decide = async (transition: string, { seen }: Transition, input: AnyRecord = {}) => {
    const body = JSON.stringify({ ...(seen ? { version: record['version'] } : {}), ...input })
    await dataProvider.callApi(`/api/${resource.name}/${record.id}/${transition}`, { method: 'POST', body })
    notify(`transitions.${resource.name}.${transition}.done`, { type: 'success' })
    refresh()
    onDecided?.()
  }
  const wordsOf = (said: string, { sets = {} }: Transition, input: string) => {
    const field = Object.keys(sets).find((each) => sets[each] === input)
    return { label: field ? fieldLabel(resource.name, field) : translate(`${said}.inputs.${input}`) }
  }
  return (
    <>
      {error !== null && <Alert severity="error">{errorText(error)}</Alert>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, my: 1.5 }}>
        {open.map(([key, each]) => {
          const said = `transitions.${resource.name}.${key}`
          const label = translate(`${said}.label`)
          const shown = { size: 'small', ...(name === undefined ? {} : { 'aria-label': `${label}: ${name}` }) } as const
          if (each.by === 'another' && isOwn)
            return (
              <Button key={key} {...shown} variant="contained" disabled aria-describedby={reasonId}>
                {label}
              </Button>
            )
          const { input = {} } = each
          const [isAsking, text] = [Object.keys(input).length > 0, translate(`${said}.text`, { ...record, _: '' })]
          // What has nothing to ask and nothing to say is done at once.
          if (!isAsking && text === '')
            return (
              <Button
                key={key}
                {...shown}
                variant="contained"
                loading={isRunning}
                onClick={() => void run(() => decide(key, each))}
              >
                {label}
              </Button>
            )
          return (
            <DialogButton
              key={key}
              {...shown}
              {...(isAsking ? ({ variant: 'outlined', color: 'error' } as const) : ({ variant: 'contained' } as const))}
              label={label}
              dialog={(onClose) => (
                <FieldsDialog
                  title={label}
                  text={text}
                  action={label}
                  color={isAsking ? 'error' : 'primary'}
                  fields={input}
                  words={Object.fromEntries(Object.keys(input).map((asked) => [asked, wordsOf(said, each, asked)]))}
                  onSend={(values) => decide(key, each, values)}
                  onClose={onClose}
                />
              )}
            />
          )
        })}
      </Box>
      {isOwn && open.some(([, { by }]) => by === 'another') && (
        <Typography id={reasonId} variant="body2">
          {translate('authors.own')}
        </Typography>
      )}
    </>
  )
}
