import type { Fence } from './routes.ts'

interface Fences {
  walk(path: string): Fence
  said(body: unknown): Fence
  open(why: string): Fence
}

/** How the routes are walked by which programs are let in and ask, and those of the studio, which is root's alone. What a program is told: assistant/server/mcp.test.ts. */
export const programRoutes = ({ walk, said, open }: Fences): Readonly<Record<string, Fence>> => ({
  'GET /.well-known/oauth-protected-resource': open('how programs are let in'),
  'GET /.well-known/oauth-protected-resource/mcp': open('how programs are let in'),
  'GET /.well-known/oauth-authorization-server': open('how programs are let in'),
  'POST /mcp': said({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  'GET /mcp': open('refused; programs post'),
  'DELETE /mcp': open('refused; programs post'),
  'GET /oauth/authorize': open('leads to the page of consent, or is refused'),
  'POST /oauth/register': open('a program names itself; nothing is stored'),
  'POST /oauth/token': said({ grant_type: 'authorization_code', client_id: 'x', code: 'x', code_verifier: 'x' }),
  'POST /oauth/revoke': said({ client_id: 'x', token: 'x' }),
  'GET /api/oauth/request': walk('/api/oauth/request?client_id=x'),
  'POST /api/oauth/consent': said({ client_id: 'x' }),
  'GET /api/studio': walk('/api/studio'),
  'PUT /api/studio/draft': said({ overlay: null, basedOn: 0 }),
  'POST /api/studio/publish': said({ version: 0 }),
})
