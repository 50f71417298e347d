import { useState } from 'react'
import { useRecordContext, useTranslate } from 'react-admin'
import CheckIcon from '@mui/icons-material/Check'
import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { WriteDialog } from '#engine/ui/queryPage/ReasonDialog.tsx'
import { useSuspension } from './useSuspension.ts'

export type SuspensionDecision = 'suspend' | 'resume' | 'ban'

const done = { suspend: 'wasSuspended', resume: 'wasResumed', ban: 'wasBanned' } as const
const payees: readonly string[] = ['affiliate', 'partner']

/** Asks why the record of the page is suspended, banned or resumed, after saying what that does. */
export default function SuspensionDialog({ asked, onClose }: { asked: SuspensionDecision; onClose: () => void }) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const record = useRecordContext()!
  const { query } = useSuspension()
  const [isBan, setIsBan] = useState(asked === 'ban')
  const decision = isBan ? 'ban' : asked
  const name = String(record[resource.title])
  const isPayee = payees.includes(resource.name)
  return (
    <WriteDialog
      title={translate(`suspension.${decision}Title`, { name })}
      text={translate(`suspension.${decision}Text`)}
      maxWidth="sm"
      action={{ label: translate(`suspension.${decision}`), color: decision === 'resume' ? 'primary' : 'error' }}
      reasonLabel={translate('suspension.reason')}
      call={(reason) => ({ resource: resource.name, path: `${record.id}/${decision}`, input: { reason } })}
      said={() => `suspension.${done[decision]}`}
      saidOf={{ name }}
      onAnswered={() => void query.refetch()}
      onClose={onClose}
    >
      {decision !== 'resume' && <SuspensionEffects isPayee={isPayee} links={query.data?.links} />}
      {asked === 'suspend' && isPayee && (
        <FormControlLabel
          control={<Checkbox checked={isBan} onChange={(_event, isChecked) => setIsBan(isChecked)} />}
          label={translate('suspension.alsoBan')}
        />
      )}
    </WriteDialog>
  )
}

/** What suspending does, line by line. */
export function SuspensionEffects({ isPayee, links }: { isPayee: boolean; links?: number | undefined }) {
  const translate = useTranslate()
  const effects = isPayee ? ['payments', 'access', 'links', 'earned'] : ['links', 'earned']
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, borderTop: 1, borderColor: 'divider' }}>
      {effects.map((effect) => (
        <Box
          component="li"
          key={effect}
          sx={{ display: 'flex', gap: 1.5, py: 1.25, borderBottom: 1, borderColor: 'divider' }}
        >
          <CheckIcon color="primary" fontSize="small" aria-hidden sx={{ mt: 0.25 }} />
          <div>
            <Typography variant="body2" sx={{ fontWeight: 650 }}>
              {effect === 'links' && links !== undefined
                ? translate('suspension.linksStop', { smart_count: links })
                : translate(`suspension.effects.${effect}`)}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {translate(`suspension.effectsMore.${effect}`)}
            </Typography>
          </div>
        </Box>
      ))}
    </Box>
  )
}
