import { type ReactNode, useId } from 'react'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'

/** A part of a page beside its form, with a heading of its own. */
export function Panel({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 }, mt: 2 }}>
      <Typography id={id} component="h2" variant="subtitle1" sx={{ fontWeight: 600, mb: lead ? 0 : 1 }}>
        {title}
      </Typography>
      {lead && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 1.5 }}>
          {lead}
        </Typography>
      )}
      {children}
    </Paper>
  )
}
