import { useState } from 'react'
import { LinkBase, useRecordContext, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { can } from '#engine/declaration/derive/access.ts'
import { NewKey } from '#engine/auth/ui/accessKeys/NewKey.tsx'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { useNotifyError } from '#engine/records/ui/useErrorText.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { pages } from '#resources/pages.ts'
import { KeyRow } from './KeyRow.tsx'
import { useIngestKeys } from './useIngestKeys.ts'

/** How a brand's activity comes in: its ingest keys, and the way to feed files and to events of nobody. */
export default function ActivityPanel() {
  const translate = useTranslate()
  const actor = useActor()
  const resource = useConfiguredResource()
  const record = useRecordContext()
  if (!record || !can({ actor, resource, operation: 'update' })) return null
  const brand = Number(record.id)
  return (
    <Panel title={translate('moneyPages.keys.title')} lead={translate('moneyPages.keys.lead')}>
      <Keys key={brand} brand={brand} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 2 }}>
        <Button variant="outlined" component={LinkBase} to={`${pages.feeds.path}?brand=${brand}`}>
          {translate('moneyPages.feeds.title')}
        </Button>
        {pages.unattributed.isFor(actor) && (
          <Button variant="outlined" component={LinkBase} to={`${pages.unattributed.path}?brand=${brand}`}>
            {translate('moneyPages.unattributed.title')}
          </Button>
        )}
      </Box>
    </Panel>
  )
}

function Keys({ brand }: { brand: number }) {
  const translate = useTranslate()
  const notifyError = useNotifyError()
  const { keys, make, revoke } = useIngestKeys(brand)
  const [made, setMade] = useState<string | null>(null)
  const [isMaking, setIsMaking] = useState(false)
  const makeOne = () => {
    setIsMaking(true)
    make()
      .then(setMade, notifyError)
      .finally(() => setIsMaking(false))
  }
  return (
    <>
      {made && <NewKey value={made} onClose={() => setMade(null)} />}
      <QueryBoundary query={keys}>
        {(all) =>
          all.length === 0 ? (
            <Typography variant="body2" color="textSecondary">
              {translate('moneyPages.keys.empty')}
            </Typography>
          ) : (
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {all.map((key) => (
                <KeyRow key={key.id} ingestKey={key} onRevoke={() => revoke(key.id)} />
              ))}
            </Box>
          )
        }
      </QueryBoundary>
      <Button size="small" variant="outlined" sx={{ mt: 1 }} loading={isMaking} onClick={makeOne}>
        {translate('moneyPages.keys.make')}
      </Button>
    </>
  )
}
