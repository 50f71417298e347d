import { createTransport } from 'nodemailer'

/** Where mail goes out, and from whom. */
export interface MailSettings {
  readonly url: string
  readonly from: string
}

/** A mail as it is read. */
export interface Mail {
  readonly subject: string
  readonly text: string
  /** Headers besides the usual ones. */
  readonly headers?: Readonly<Record<string, string>>
}

/** What the mail server said; a status where it took the mail. */
export interface MailOutcome {
  readonly status: 250 | null
  readonly answer: string
}

const answerLengthMax = 300
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, answerLengthMax)

/** One line of what a mail server or the way to it said. */
function whyNot(error: unknown): string {
  const { response, code } = error as { response?: string; code?: string }
  return oneLine(response ?? code ?? 'failed')
}

/**
 * Hands a mail of plain text to the mail server, under a message id made of its own. Taken is what the server takes.
 * @param limitMs how long each answer of the server may take
 */
export async function sendText(
  { to, id, subject, text, headers }: Mail & { readonly to: string; readonly id: string },
  settings: MailSettings,
  limitMs: number,
): Promise<MailOutcome> {
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
      subject,
      text,
      messageId: `<${id}@${host}>`,
      headers: { 'auto-submitted': 'auto-generated', ...headers },
    })
    return { status: 250, answer: oneLine(String(response)) }
  } catch (error) {
    return { status: null, answer: whyNot(error) }
  } finally {
    transport.close()
  }
}
