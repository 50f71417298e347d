import { useState } from 'react'
import { useNotify, useRecordContext, useTranslate } from 'react-admin'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { can } from '#engine/declaration/derive/access.ts'
import type { MadeAccessKey } from '../../answers/accessKeys.ts'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { useActor, useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import { useCodeText } from '#engine/records/ui/useErrorText.ts'
import { NewKey } from './NewKey.tsx'
import { Panel } from '#engine/ui/panels/Panel.tsx'
import { KeyRow } from './KeyRow.tsx'
import { MakeKeyDialog } from './MakeKeyDialog.tsx'
import { type KeyOwner, useAccessKeys } from './useAccessKeys.ts'

/**
 * What opens an affiliate's or partner's numbers without a password: its access keys, for whoever may change the
 * record.
 */
export default function AccessKeysPanel() {
  const translate = useTranslate()
  const actor = useActor()
  const resource = useConfiguredResource()
  const record = useRecordContext()
  // Nobody else may ask: the server would refuse, and a refusal ends the session.
  if (!record || !can({ actor, resource, operation: 'update' })) return null
  return (
    <Panel
      title={translate('panels.accessKeys.title')}
      lead={translate(`panels.accessKeys.${resource.name === 'partner' ? 'leadPartner' : 'leadAffiliate'}`)}
    >
      <Keys key={record.id} owner={{ resource: resource.name, id: Number(record.id) }} />
    </Panel>
  )
}

/**
 * The keys of an affiliate or partner, with the button that makes one.
 * @param isReadOnly whether they are only shown: a session that a key opened changes none
 */
export function Keys({ owner, isReadOnly = false }: { owner: KeyOwner; isReadOnly?: boolean }) {
  const translate = useTranslate()
  const notify = useNotify()
  const { keys, scopes = [], make, rotate, end } = useAccessKeys(owner, { isReadOnly })
  const codeText = useCodeText()
  const isOffered = scopes.some(({ refusal }) => refusal === null)
  const refusal = isOffered ? null : scopes[0]?.refusal
  const [made, setMade] = useState<string | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const show = ({ key }: MadeAccessKey) => setMade(key)
  return (
    <>
      {made && <NewKey value={made} onClose={() => setMade(null)} />}
      <QueryBoundary query={keys} height={72}>
        {(all) =>
          all.length === 0 ? (
            <Typography variant="body2" color="textSecondary">
              {translate('panels.accessKeys.empty')}
            </Typography>
          ) : (
            <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {all.map((key) => (
                <KeyRow
                  key={key.id}
                  held={key}
                  on={
                    isReadOnly
                      ? null
                      : {
                          scopes,
                          rotate: async (wanted) => show(await rotate(key, wanted)),
                          end: async () => {
                            await end(key)
                            notify('panels.accessKeys.ended', {
                              type: 'success',
                              messageArgs: { name: `${key.label} …${key.hint}` },
                            })
                          },
                        }
                  }
                />
              ))}
            </Box>
          )
        }
      </QueryBoundary>
      {!isReadOnly && (
        <Button size="small" variant="outlined" sx={{ mt: 1 }} disabled={!isOffered} onClick={() => setIsAsking(true)}>
          {translate('panels.accessKeys.make')}
        </Button>
      )}
      {!isReadOnly && refusal && (
        <Typography variant="caption" component="div" color="textSecondary">
          {codeText(refusal)}
        </Typography>
      )}
      {isAsking && (
        <MakeKeyDialog
          scopes={scopes}
          onMake={async (wanted) => show(await make(wanted))}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}
