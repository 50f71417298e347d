import { createTransport } from 'nodemailer'
import { resources as allResources } from '../../../../resources/index.ts'
import { signals as declared } from '../../../../resources/signals.ts'
import type { AnyResource } from '../../../config/resource.ts'
import { recordsOf, type Signals } from '../../../config/signal.ts'
import { type FileLanguage, textsOf } from '../../export/texts.ts'
import type { CallOutcome } from './call.ts'
import type { Message } from './message.ts'

/** Where mail goes out, and from whom. */
export interface MailSettings {
  readonly url: string
  readonly from: string
}

/** A mail as it is read. */
interface Mail {
  readonly subject: string
  readonly text: string
}

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
    const label = of === undefined ? `late.signals.words.${word}` : `resources.${of}.fields.${word}`
    const shown =
      field?.choices && !field.choices.isKnown ? translate(`choices.${field.choices.name}.${String(value)}`) : value
    return [`${translate(label)}: ${String(shown)}`]
  })
  const isTest = data['test'] === true ? [translate('late.signals.mailTest')] : []
  const footer = translate('late.signals.mailFooter', { id })
  const moment = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return { subject, text: [subject, moment, '', ...isTest, ...lines, '', footer, ''].join('\n') }
}

/** One line of what a mail server or the way to it said. */
function whyNot(error: unknown): string {
  const { response, code } = error as { response?: string; code?: string }
  return (response ?? code ?? 'failed').replaceAll(/\s+/g, ' ').slice(0, 300)
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
  const limits = { connectionTimeout: limitMs, greetingTimeout: limitMs, socketTimeout: limitMs }
  // Addresses and files in what is told are text: nothing of them is fetched.
  const transport = createTransport({ url: settings.url, ...limits, disableFileAccess: true, disableUrlAccess: true })
  try {
    const host = settings.from
      .split('@')
      .at(-1)!
      .replace(/[^A-Za-z0-9.-]/g, '')
    const { response } = await transport.sendMail({
      from: settings.from,
      to: { name: '', address: to },
      ...mailOf(message, language),
      messageId: `<${message.id}@${host}>`,
      headers: { 'auto-submitted': 'auto-generated' },
    })
    return { status: 250, answer: String(response).replaceAll(/\s+/g, ' ').slice(0, 300), tookMs: took() }
  } catch (error) {
    return { status: null, answer: whyNot(error), tookMs: took() }
  } finally {
    transport.close()
  }
}
