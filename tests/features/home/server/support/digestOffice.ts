import { digests } from '#features/home/server/digests/digests.ts'
import type { JobTask } from '#engine/jobs/server/job.ts'
import { openMailServer } from '#tests/support/mailServer.ts'
import type { OpenPerson } from '#tests/support/person.ts'
import { openProgramme, presentMoment } from '#tests/features/reporting/server/support/programme.ts'

/** Where the office of these tests stands, as mails link to it. */
export const officeOrigin = 'https://office.example'

/** The text of a mail as a mail program shows it. */
export function mailText(mail: string): string {
  const [head, ...body] = mail.split('\r\n\r\n')
  // A dot that begins a line is sent twice.
  const text = body.join('\r\n\r\n').replaceAll('\r\n..', '\r\n.')
  if (/quoted-printable/i.test(head!)) {
    const bytes = text
      .replaceAll('=\r\n', '')
      .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
    return Buffer.from(bytes, 'latin1').toString('utf8')
  }
  return /base64/i.test(head!) ? Buffer.from(text, 'base64').toString('utf8') : text
}

/**
 * A programme whose people read digests, with a mail server and a clock that a test turns.
 * @param isReal the clock begins with the real one and goes on: by it the database says what is known since when
 */
export async function openDigestOffice({ isReal = false } = {}) {
  let still = presentMoment
  let aheadMs = 0
  const clock = () => (isReal ? new Date(Date.now() + aheadMs) : still)
  const server = await openMailServer()
  const variables = { SMTP_URL: server.url, MAIL_FROM: 'office@example.com', PUBLIC_ORIGIN: officeOrigin }
  const programme = await openProgramme({ variables, now: clock })
  const context = { database: programme.database, environment: programme.environment, now: clock }
  const day = (shift = 0) => new Date(clock().getTime() + shift * 86_400_000).toISOString().slice(0, 10)
  return {
    ...programme,
    context,
    now: clock,
    /** The present day, or one before or after it. */
    day,
    /** Turns the clock to the next morning, after the hour of digests. */
    nextMorning() {
      still = new Date(`${day(1)}T11:00:00Z`)
      aheadMs = still.getTime() - Date.now()
    },
    /** Runs a job once: that of digests where none is named. */
    async run(job: JobTask = digests) {
      const work = { signal: new AbortController().signal, progress: () => {}, input: {} }
      return job.run({
        context,
        ...work,
        log: (line) => {
          throw new Error(line)
        },
      })
    },
    /** What a person was mailed since it was asked last. */
    mailsTo(email: unknown) {
      const own = server.mails.filter((mail) => mail.includes(`To: ${String(email)}`))
      for (const mail of own) server.mails.splice(server.mails.indexOf(mail), 1)
      return own.map(mailText)
    },
    mails: server.mails,
    /** Sets the language of one of an affiliate's people. */
    async speak({ person }: OpenPerson, language: string) {
      const path = `/api/affiliateUser/${person.id}`
      const { body } = await programme.root.get(path)
      const { status } = await programme.root.put(path, { version: body.version, language })
      if (status !== 200) throw new Error('The language was not taken.')
    },
    async end() {
      server.close()
      await programme.close()
    },
  }
}
