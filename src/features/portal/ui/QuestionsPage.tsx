import { useTranslate } from 'react-admin'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { QuestionsAnswer, QuestionThread } from '#engine/notes/answers/notes.ts'
import { RelativeMoment } from '#engine/ui/fields/RelativeMoment.tsx'
import { QueryBoundary } from '#engine/ui/queryPage/Answered.tsx'
import { PageHeading } from '#engine/records/ui/PageHeading.tsx'
import { useActor } from '#engine/records/ui/ResourcesContext.tsx'
import { AskButton } from './Question.tsx'
import { useAnswer } from './usePortal.ts'

/** What an affiliate asked about its records, and what it was answered. */
export default function QuestionsPage() {
  const translate = useTranslate()
  const { affiliate } = useActor()
  const query = useAnswer<QuestionsAnswer>('/api/portal/questions')
  const account = translate('portal.questions.of.affiliate')
  return (
    <>
      <PageHeading title={translate('portal.pages.questions')} detail={translate('portal.questions.lead')}>
        <AskButton object="affiliate" record={affiliate!} name={account} label="portal.questions.general" />
      </PageHeading>
      <QueryBoundary query={query}>
        {({ threads }) =>
          threads.length === 0 ? (
            <Alert severity="info">{translate('portal.questions.none')}</Alert>
          ) : (
            <Stack component="ul" spacing={1} sx={{ listStyle: 'none', p: 0, m: 0 }}>
              {threads.map((thread) => (
                <Thread key={`${thread.object} ${thread.record}`} thread={thread} />
              ))}
            </Stack>
          )
        }
      </QueryBoundary>
    </>
  )
}

function Thread({ thread: { object, record, name, text, at, isOpen, isNew } }: { thread: QuestionThread }) {
  const translate = useTranslate()
  const of = translate(`portal.questions.of.${object}`)
  const title = object === 'affiliate' ? of : `${of} ${name}`
  return (
    <Paper component="li" variant="outlined" sx={{ p: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography component="h2" variant="subtitle2" sx={{ flexGrow: 1, overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {isNew && <Chip size="small" color="primary" label={translate('portal.questions.fresh')} />}
        {isOpen && <Chip size="small" variant="outlined" label={translate('portal.questions.waits')} />}
        <Typography variant="caption" color="textSecondary">
          <RelativeMoment at={at} />
        </Typography>
        <AskButton object={object} record={record} name={title} label="portal.questions.open" />
      </Box>
      <Typography variant="body2" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
        {text.slice(0, 240)}
      </Typography>
    </Paper>
  )
}
