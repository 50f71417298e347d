import type { Actor } from '#engine/declaration/actor.ts'
import type { SessionUser } from './answers/session.ts'
import type { RoleName } from '#engine/declaration/names.ts'

/**
 * The actor of a session's user, as the rules of access ask for it. Pages show by it; the server reads the user anew
 * with each request and decides.
 */
export function actorOfUser(user: SessionUser): Actor {
  const kind = user.affiliate !== undefined ? 'affiliate' : user.email === null ? 'partner' : 'user'
  return {
    kind,
    userId: kind === 'user' ? user.id : null,
    name: user.email ?? user.name,
    root: user.root,
    roles: new Set(user.roles as readonly RoleName[]),
    company: user.company?.id ?? null,
    ...(user.company?.timeZone ? { timeZone: user.company.timeZone } : {}),
    ...(user.company?.switchedOff ? { switchedOff: user.company.switchedOff } : {}),
    allowedBrands: user.allowedBrands,
    partner: user.partner,
    ...(user.manager === undefined ? {} : { manager: user.manager }),
    ...(user.affiliate === undefined ? {} : { affiliate: user.affiliate }),
    ...(user.affiliateUser === undefined ? {} : { affiliateUser: user.affiliateUser }),
  }
}
