import type { ReactNode } from 'react'
import { useTranslate } from 'react-admin'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { FileButton } from '#engine/export/ui/FileButton.tsx'

/** A statement on paper, as a workbook, with its proof, and what checks that; then what else is offered. */
export function StatementFiles({
  path,
  days,
  inWords,
  name,
  isThere,
  children,
}: {
  /** Of the statement in the API. */
  path: string
  /** Its days and currency as parameters; with its language. */
  days: string
  inWords: string
  /** Of its files. */
  name: string
  isThere: boolean
  children?: ReactNode
}) {
  const translate = useTranslate()
  const files = [
    { part: 'workbook', query: inWords, file: `${name}.xlsx` },
    { part: 'proof', query: days, file: `${name}.proof.json` },
  ] as const
  return (
    <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap', mb: 1, displayPrint: 'none' }}>
      <Button variant="contained" disabled={!isThere} onClick={() => window.print()}>
        {translate('moneyPages.statement.print')}
      </Button>
      {files.map(({ part, query, file }) => (
        <FileButton
          key={part}
          variant="outlined"
          disabled={!isThere}
          path={`${path}/${part}?${query}`}
          name={file}
          label={translate(`moneyPages.statement.${part}`)}
        />
      ))}
      <FileButton
        path="/log/verifyStatement.mjs"
        name="verifyStatement.mjs"
        label={translate('moneyPages.statement.program')}
      />
      {children}
    </Stack>
  )
}
