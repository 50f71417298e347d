import { afterAll, beforeAll, expect, it } from 'vitest'
import { sendMail } from '#features/webhooks/server/transport/mail.ts'
import { type MailServer, openMailServer } from '#tests/support/mailServer.ts'
import { openSignalOffice } from './support.ts'

let server: MailServer
let office: Awaited<ReturnType<typeof openSignalOffice>>
beforeAll(async () => {
  office = await openSignalOffice()
  server = await openMailServer()
})
afterAll(async () => {
  server.close()
  await office.close()
})

const message = {
  id: 'sig_7',
  name: 'paymentFailed',
  at: new Date('2026-03-09T10:00:00Z'),
  data: { id: 1, affiliate: 4, value: 12.5, currency: 'BRL', state: 'rejected', method: 'manual', changes: [] },
}
const settings = () => ({ url: server.url, from: 'office@example.com' })
const limitMs = 2_000

it.each([
  ['pt', /Pagamento com falha[\s\S]*Afiliado: 4[\s\S]*Valor: 12\.5/],
  ['en', /Payment failed[\s\S]*Affiliate: 4[\s\S]*Value: 12\.5[\s\S]*Status: Rejected/],
  ['es', /Pago fallido[\s\S]*Afiliado: 4[\s\S]*Valor: 12\.5/],
] as const)('a mail says in %s what happened, under an id that stays the same', async (language, says) => {
  server.mails.length = 0
  const outcome = await sendMail(message, { to: 'who@example.com', language, settings: settings(), limitMs })
  expect(outcome).toMatchObject({ status: 250, answer: '250 kept as 1' })
  const text = server.mails[0]!.replaceAll('=\r\n', '')
  expect(text).toMatch(says)
  expect(text).toMatch(/Message-ID: <sig_7@example\.com>/i)
  expect(text).toContain('To: who@example.com')
})

it('what the mail server refuses is not taken, and says why', async () => {
  const given = { to: 'nobody@example.com', language: 'en', settings: settings(), limitMs } as const
  expect(await sendMail(message, given)).toMatchObject({ status: null, answer: expect.stringMatching(/no such user/) })
})

it('without a mail server nothing pretends to be sent', async () => {
  const given = { to: 'who@example.com', language: 'en', settings: undefined, limitMs } as const
  expect(await sendMail(message, given)).toMatchObject({ status: null, answer: 'mail_not_set_up' })
  const { status, body } = await office.tryTarget({
    kind: 'email',
    recipient: 'who@example.com',
    signals: ['paymentFailed'],
  })
  expect([status, body.details.kind[0].code]).toEqual([422, 'mail_not_set_up'])
})
