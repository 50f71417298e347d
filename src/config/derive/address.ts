import type { AnyResource } from '../resource.ts'

/** The address of a resource's list: registers keep it under `{path}/list`; the others are a list themselves (`/financial/entries`). */
export const listAddress = ({ path }: Pick<AnyResource, 'path'>): string => (path.startsWith('/registers/') ? `${path}/list` : path)
