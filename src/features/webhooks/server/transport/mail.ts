import { resources as allResources } from '#resources/index.ts'
import { signals as declared } from '#resources/signals.ts'
import type { AnyResource } from '#engine/declaration/resource.ts'
import { recordsOf, type Signals } from '#engine/declaration/webhook.ts'
import { type FileLanguage, textsOf } from '#engine/export/server/texts.ts'
import { type Mail, type MailSettings, sendText } from '#engine/server/mail/sendText.ts'
import type { CallOutcome } from './outboundCall.ts'
import type { Message } from './message.ts'

const resources: Readonly<Record<string, AnyResource>> = allResources
const signals: Signals = declared

/** What a mail of a signal says, line by line, in the language of its reader. */
export function mailOf({ id, name, at, data }: Message, language: FileLanguage): Mail {
  const { translate } = textsOf(language)
  const subject = translate(`choices.signal.${name}`)
  const { says } = signals[name]!
  const [of] = recordsOf(signals[name]!).flatMap((on) => (on.of === (data['object'] ?? on.of) ? [on.of] : []))
  const fields = of === undefined ? {} : resources[of]!.fields
  const lines = says.flatMap((word) => {
    const [value, field] = [data[word], fields[word]]
    if (value === null || value === undefined || typeof value === 'object') return []
    const label = of === undefined ? `signals.words.${word}` : `resources.${of}.fields.${word}`
    const shown =
      field?.choices && !field.choices.isKnown ? translate(`choices.${field.choices.name}.${String(value)}`) : value
    return [`${translate(label)}: ${String(shown)}`]
  })
  const isTest = data['test'] === true ? [translate('signals.mailTest')] : []
  const footer = translate('signals.mailFooter', { id })
  const moment = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return { subject, text: [subject, moment, '', ...isTest, ...lines, '', footer, ''].join('\n') }
}

/**
 * Hands a signal to the mail server, under a message id that stays the same. Taken is what the server takes; without one
 * nothing is sent, and that is what is said.
 */
export async function sendMail(
  message: Message,
  {
    to,
    language,
    settings,
    limitMs,
  }: { to: string; language: FileLanguage; settings: MailSettings | undefined; limitMs: number },
): Promise<CallOutcome> {
  const begunMs = performance.now()
  const took = () => Math.round(performance.now() - begunMs)
  if (!settings) return { status: null, answer: 'mail_not_set_up', tookMs: took() }
  const mail = { to, id: message.id, ...mailOf(message, language) }
  return { ...(await sendText(mail, settings, limitMs)), tookMs: took() }
}
