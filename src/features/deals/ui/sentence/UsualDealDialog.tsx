import { useRef, useState } from 'react'
import { useDataProvider, useNotify, useRedirect, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import {
  type DealAnswers,
  type DealQuestion,
  dealFromTemplate,
  percentAnswers,
  questionsOf,
  unanswered,
  type DealTemplate,
  usualAnswers,
  dealTemplates,
} from '#rules/deals/dealTemplates.ts'
import { PromptDialog } from '#engine/ui/dialogs/AskDialog.tsx'
import { useAsyncAction } from '#engine/ui/dialogs/useWork.ts'
import { NumberField } from '#engine/ui/fields/inputs/NumberField.tsx'
import { labelKeys } from '#engine/ui/fields/labels.ts'
import { useErrorText } from '#engine/records/ui/useErrorText.ts'
import { useDealSentence } from './useDealSentence.ts'

const nameLengthMax = 90

/** Makes one of the usual deals: a few questions, what it says beside them, and then its rewards and their profile. */
export default function UsualDealDialog({ onClose }: { onClose: () => void }) {
  const translate = useTranslate()
  const errorText = useErrorText()
  const notify = useNotify()
  const redirect = useRedirect()
  const { run, isRunning, error } = useAsyncAction()
  const make = useMakeDeal()
  const [deal, setDeal] = useState<DealTemplate>('firstDeposit')
  const [answers, setAnswers] = useState<DealAnswers>(usualAnswers)
  const [name, setName] = useState<string | null>(null)
  const shownName = name ?? translate(`panels.usual.kinds.${deal}`)
  const wrong = unanswered(deal, answers)
  const create = async () => {
    let made: number | undefined
    const isDone = await run(async () => {
      made = await make(shownName.trim(), deal, answers)
    })
    if (!isDone) return
    notify('panels.usual.made', { type: 'success' })
    onClose()
    redirect('edit', 'rewardProfile', made)
  }
  return (
    <PromptDialog
      title={translate('panels.usual.title')}
      text={translate('panels.usual.lead')}
      maxWidth="sm"
      isRunning={isRunning}
      problem={error !== null && errorText(error)}
      onClose={onClose}
      action={{
        label: translate('panels.usual.make'),
        onClick: () => void create(),
        isDisabled: wrong.length > 0 || shownName.trim() === '',
      }}
    >
      <Box sx={{ display: 'grid', gap: 2, pt: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextField
          select
          size="small"
          label={translate('panels.usual.kind')}
          value={deal}
          onChange={({ target }) => setDeal(target.value as DealTemplate)}
          sx={{ gridColumn: '1 / -1' }}
        >
          {dealTemplates.map((each) => (
            <MenuItem key={each} value={each}>
              {translate(`panels.usual.kinds.${each}`)}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          size="small"
          required
          label={translate('panels.usual.name')}
          value={shownName}
          onChange={({ target }) => setName(target.value)}
          slotProps={{ htmlInput: { maxLength: nameLengthMax } }}
          sx={{ gridColumn: '1 / -1' }}
        />
        {questionsOf[deal].map((question: DealQuestion) => (
          <NumberField
            key={question}
            label={translate(`panels.usual.questions.${question}`)}
            value={answers[question]}
            {...(percentAnswers.has(question) ? { sign: '%' } : {})}
            onChange={(value) => setAnswers((before) => ({ ...before, [question]: value }))}
          />
        ))}
      </Box>
      <Says deal={deal} answers={answers} wrong={wrong} />
    </PromptDialog>
  )
}

/** What it says, product by product, where everything is answered. */
function Says({ deal, answers, wrong }: { deal: DealTemplate; answers: DealAnswers; wrong: readonly DealQuestion[] }) {
  const translate = useTranslate()
  const { say } = useDealSentence([])
  const { rewards, carryOver } = dealFromTemplate(deal, answers)
  const paying = rewards.filter(({ percentage, value, tiers }) => percentage || value || tiers?.length)
  const lines =
    wrong.length > 0
      ? [
          translate('panels.usual.wrong', {
            list: wrong.map((question) => translate(`panels.usual.questions.${question}`)).join(', '),
          }),
        ]
      : [...paying.map(say), carryOver === 'full' ? translate('panels.usual.carry') : null]
  return (
    <Box sx={{ mt: 2 }} aria-live="polite" role="status" aria-label={translate('panels.usual.says')}>
      {lines
        .filter((line) => line !== null)
        .map((line) => (
          <Typography key={line} variant="body2" sx={{ mb: 0.5 }}>
            {line}
          </Typography>
        ))}
    </Box>
  )
}

/** Makes the rewards and then the profile; where a try failed half-way the next goes on with what was made. */
function useMakeDeal() {
  const translate = useTranslate()
  const dataProvider = useDataProvider()
  const made = useRef<{ readonly key: string; readonly ids: number[] }>({ key: '', ids: [] })
  return async (name: string, deal: DealTemplate, answers: DealAnswers): Promise<number> => {
    const { rewards, carryOver } = dealFromTemplate(deal, answers)
    const key = JSON.stringify([name, rewards])
    if (made.current.key !== key) made.current = { key, ids: [] }
    const { ids } = made.current
    for (const reward of rewards.slice(ids.length)) {
      const product = translate(labelKeys.choice('productType', reward.productType), { _: reward.productType })
      const data = { ...reward, name: translate('panels.usual.reward', { name, product }) }
      ids.push(Number((await dataProvider.create('reward', { data })).data.id))
    }
    const profile = await dataProvider.create('rewardProfile', { data: { name, rewards: ids, carryOver } })
    return Number(profile.data.id)
  }
}
