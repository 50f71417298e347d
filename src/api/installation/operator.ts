import type { Actor } from '../../config/actor.ts'

/** Whoever runs the server, at its command line, as the activity log names them. */
export const operator: Actor = {
  kind: 'system',
  userId: null,
  name: 'command:admin',
  root: true,
  roles: new Set(),
  company: null,
  allowedBrands: [],
  partner: null,
}
