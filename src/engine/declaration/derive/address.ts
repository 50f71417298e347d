import type { AnyResource } from '../resource.ts'

/**
 * The address of a resource's list: registers keep it under `{path}/list`; the others are a list themselves
 * (`/financial/entries`).
 */
export const listAddress = ({ path }: Pick<AnyResource, 'path'>): string =>
  path.startsWith('/registers/') ? `${path}/list` : path

/**
 * What people see for a path inside the pages that begins with an entity's name: `/partner/hierarchy` is
 * `/registers/partner/hierarchy`.
 * The declarations are given, because who checks them must not stand on them.
 */
export function pageAddress(path: string, resources: Readonly<Record<string, Pick<AnyResource, 'path'>>>): string {
  const [, name = '', ...rest] = path.split('/')
  return [resources[name]?.path ?? `/${name}`, ...rest].join('/')
}
