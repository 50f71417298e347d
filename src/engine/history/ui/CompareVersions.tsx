import { Suspense } from 'react'
import { useTranslate } from 'react-admin'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { sameValue } from '#engine/declaration/derive/difference.ts'
import { useFieldLabel } from '#engine/ui/fields/labels.ts'
import { useConfiguredResource } from '#engine/records/ui/ResourcesContext.tsx'
import type { HistoryRow } from './historyRow.ts'
import { PastValue } from './PastValue.tsx'
import { ScrollBox } from '#engine/ui/fields/ScrollBox.tsx'
import { slots } from '#engine/ui/slots.ts'

/** Two versions of a record beside each other, the older one first; what differs stands out in words as well. */
export function CompareVersions({ older, newer }: { older: HistoryRow; newer: HistoryRow }) {
  const translate = useTranslate()
  const resource = useConfiguredResource()
  const label = useFieldLabel()
  const Compared = slots().history.compared[resource.name]
  const names = Object.keys(newer.values).filter((name) => resource.fields[name])
  return (
    <>
      {Compared && (
        <Suspense fallback={null}>
          <Compared older={older} newer={newer} />
        </Suspense>
      )}
      <ScrollBox label={translate('work.versions.compared')} sx={{ mb: 2 }}>
        <Table size="small" aria-label={translate('work.versions.compared')}>
          <TableHead>
            <TableRow>
              <TableCell>{translate('work.versions.field')}</TableCell>
              {[older, newer].map(({ id }) => (
                <TableCell key={id}>
                  {translate('panels.history.version')} {id}
                </TableCell>
              ))}
              <TableCell>{translate('work.versions.differs')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {names.map((name) => {
              const isSame = sameValue(older.values[name], newer.values[name])
              return (
                <TableRow key={name} selected={!isSame}>
                  <TableCell component="th" scope="row">
                    {label(resource.name, name)}
                  </TableCell>
                  {[older, newer].map((row) => (
                    <TableCell key={row.id} sx={{ fontWeight: isSame ? 400 : 600, overflowWrap: 'anywhere' }}>
                      <PastValue field={resource.fields[name]!} value={row.values[name]} />
                    </TableCell>
                  ))}
                  <TableCell>{isSame ? '' : translate('work.versions.yes')}</TableCell>
                </TableRow>
              )
            })}
          </TableBody>
        </Table>
      </ScrollBox>
    </>
  )
}
