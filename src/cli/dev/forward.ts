import { Agent, request as ask, type IncomingMessage, type ServerResponse } from 'node:http'

/** Between a page and a server a request waits this long while no server is ready yet. */
const patienceMs = 15_000
const pollMs = 50

/** What says where requests go. */
export interface Target {
  /** Null while nothing serves. */
  readonly address: string | null
}

const agent = new Agent({ keepAlive: true, timeout: 5_000 })

async function addressOf(target: Target): Promise<string | null> {
  for (const since = Date.now(); target.address === null && Date.now() < since + patienceMs;)
    await new Promise((go) => {
      setTimeout(go, pollMs)
    })
  return target.address
}

function answerNothing(response: ServerResponse, message: string): void {
  if (response.headersSent) return void response.destroy()
  response.writeHead(503, { 'content-type': 'application/json; charset=utf-8', 'retry-after': '1' })
  response.end(JSON.stringify({ code: 'unavailable', message }))
}

/**
 * Passes a request on to the server and its answer back.
 * @param instead asked for answers that the page takes the place of: a 404 for an address of the pages; true where it has answered.
 */
export async function forward({
  request,
  response,
  target,
  instead,
}: {
  request: IncomingMessage
  response: ServerResponse
  target: Target
  instead: (status: number) => boolean
}): Promise<void> {
  const address = await addressOf(target)
  if (address === null)
    return instead(404) ? undefined : answerNothing(response, 'No server is ready yet; the terminal says why.')
  const { method, headers, url } = request
  const asked = ask(new URL(url!, address), { method, headers, agent }, (answer) => {
    if (instead(answer.statusCode!)) return void answer.resume()
    response.writeHead(answer.statusCode!, answer.headers)
    answer.pipe(response)
  })
  asked.once('error', (error) => answerNothing(response, error.message))
  response.once('close', () => {
    if (!response.writableFinished) asked.destroy()
  })
  request.pipe(asked)
}
