import type { Actor } from '#engine/declaration/actor.ts'
import {
  boolean,
  choice,
  cpf,
  date,
  email,
  integer,
  list,
  manyOf,
  money,
  percent,
  reference,
  references,
  slug,
  text,
  token,
} from '#engine/declaration/fields/index.ts'
import { defineChoices } from '#engine/declaration/choices.ts'
import { type AnyResource, defineResource } from '#engine/declaration/resource.ts'
import type { RoleName } from '#engine/declaration/names.ts'

const sizes = defineChoices('parcelSize', ['small', 'large'])

/** A small resource with what pages must show: kinds, conditions, rights, filters, a bulk action. */
export const parcel = defineResource({
  name: 'parcel',
  path: '/registers/parcel',
  title: 'name',
  fields: {
    name: text({ required: true, max: 20, search: true }),
    slug: slug({ from: 'name' }),
    token: token({ prefix: 'pa' }),
    size: choice(sizes, { default: 'small' }),
    weight: money({ min: 0 }),
    cpf: cpf({ masked: ['financial', 'affiliate'] }),
    email: email(),
    secret: text({ access: { read: ['financial'], write: ['financial'] } }),
    code: text({ createOnly: true }),
    fragile: boolean({ default: false }),
    sender: reference('affiliate'),
    brands: references('brand', { min: 1 }),
    steps: list({ from: money({ required: true }), share: percent() }),
    tags: manyOf(sizes),
    sentOn: date(),
    count: integer({ readOnly: true }),
  },
  visibleWhen: { weight: { size: 'large' } },
  list: { columns: ['name', 'size', 'sender'], sort: ['name', 'ASC'] },
  filters: { size: 'in', weight: 'range' },
  form: {
    identity: ['name', 'slug', 'token', 'size', 'weight', 'cpf', 'email', 'secret', 'code'],
    rest: ['fragile', 'sender', 'brands', 'steps', 'tags', 'sentOn'],
  },
  access: { role: 'campaign', scope: 'everyone' },
  actions: { setSize: { bulk: true, input: { size: choice(sizes, { required: true }) }, set: 'size' } },
}) as unknown as AnyResource

/** Somebody with roles. */
export function actorWith(roles: readonly string[], rest: Partial<Actor> = {}): Actor {
  return {
    kind: 'user',
    userId: 1,
    name: 'ana@example.com',
    root: false,
    roles: new Set(roles as RoleName[]),
    company: 1,
    allowedBrands: [1],
    partner: null,
    ...rest,
  }
}
