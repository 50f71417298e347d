import { type AddressInfo, createServer } from 'node:net'

/** A mail server that keeps what it took. */
export interface MailServer {
  readonly url: string
  /** Whole mails with their headers, in the order in which they came. */
  readonly mails: string[]
  close(): void
}

/** Opens a mail server on this machine: it takes everything but what is for `nobody@…`. */
export async function openMailServer(): Promise<MailServer> {
  const mails: string[] = []
  const server = createServer((socket) => {
    let isData = false
    let text = ''
    socket.write('220 here\r\n')
    socket.on('data', (part) => {
      text += part.toString()
      if (isData) {
        if (!text.endsWith('\r\n.\r\n')) return
        mails.push(text)
        isData = false
        socket.write('250 kept as 1\r\n')
      } else if (text.startsWith('DATA')) {
        isData = true
        socket.write('354 go on\r\n')
      } else socket.write(text.startsWith('RCPT TO:<nobody@') ? '550 no such user\r\n' : '250 yes\r\n')
      text = ''
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, mails, close: () => void server.close() }
}
