import { describe, expect, test } from 'vitest'
import { createDataProvider, errorAnswer } from '#engine/records/ui/dataProvider.ts'

/** A server that answers by path and keeps what it was asked. */
function server(
  answer: (path: string, init: RequestInit) => { status?: number; body: unknown; headers?: Record<string, string> },
) {
  const asked: { path: string; init: RequestInit }[] = []
  const send = async (path: string, init: RequestInit) => {
    asked.push({ path, init })
    const { status = 200, body, headers } = answer(path, init)
    return new Response(JSON.stringify(body), { status, headers })
  }
  return { asked, dataProvider: createDataProvider(send) }
}
const page = { pagination: { page: 1, perPage: 25 }, sort: { field: 'name', order: 'ASC' as const } }

describe('options', () => {
  test('are asked for without sort, range and filter, and answer id and name', async () => {
    const { asked, dataProvider } = server(() => ({ body: [{ id: 1, name: 'Ana' }] }))
    const { data } = await dataProvider.getList('affiliate', {
      ...page,
      filter: { brands: [1, 2] },
      meta: { options: true },
    })
    expect(asked[0]!.path).toBe('/api/affiliate?brands=1&brands=2')
    expect(data).toEqual([{ id: 1, name: 'Ana' }])
  })
  test('of everything are asked for by an empty search, since a query of nothing is a list', async () => {
    const { asked, dataProvider } = server(() => ({ body: [] }))
    await dataProvider.getList('affiliate', { ...page, filter: {}, meta: { options: true } })
    expect(asked[0]!.path).toBe('/api/affiliate?q=')
  })
  test('of many ids are asked for in slices that fit an address', async () => {
    const { asked, dataProvider } = server((path) => ({
      body: new URLSearchParams(path.split('?')[1]).getAll('id').map((id) => ({ id: Number(id), name: `N${id}` })),
    }))
    const ids = Array.from({ length: 450 }, (_, index) => index + 1)
    const { data } = await dataProvider.getMany('affiliate', { ids, meta: { options: true } })
    expect(data.map(({ id }) => id)).toEqual(ids)
    expect(asked).toHaveLength(3)
  })
})

test('lists are asked for in the published dialect', async () => {
  const { asked, dataProvider } = server(() => ({
    body: [{ id: 1 }],
    headers: { 'Content-Range': 'affiliate 0-24/319' },
  }))
  const { total } = await dataProvider.getList('affiliate', { ...page, filter: { name_like: 'a' } })
  expect(total).toBe(319)
  expect(new URLSearchParams(asked[0]!.path.split('?')[1]).get('range')).toBe('[0,24]')
})

test('an error says its code, and its fields in a form that pages translate', async () => {
  const { dataProvider } = server(() => ({
    status: 409,
    body: {
      code: 'already_taken',
      message: 'Taken',
      errors: { email: 'Taken' },
      details: { email: [{ code: 'too_long', values: { max: 5 } }], root: [{ code: 'has_history' }] },
    },
  }))
  const failure = await dataProvider.create('affiliate', { data: {} }).catch((error: unknown) => error)
  expect(failure).toMatchObject({ message: 'errors.already_taken', status: 409 })
  expect(errorAnswer(failure).errors).toEqual({
    email: '@@react-admin@@{"message":"errors.too_long","args":{"max":5}}',
    root: { serverError: '@@react-admin@@{"message":"errors.has_history","args":{}}' },
  })
})

test('only HTTP 200 is a success: no other status of the two hundreds is', async () => {
  const { dataProvider } = server(() => ({ status: 202, body: { id: 4 } }))
  await expect(dataProvider.getOne('affiliate', { id: 4 })).rejects.toMatchObject({ status: 202 })
  await expect(
    dataProvider.runAction({ resource: 'affiliate', path: 'payment_type', input: {} }),
  ).rejects.toMatchObject({ status: 202 })
  await expect(dataProvider.download('/api/export', new AbortController().signal)).rejects.toMatchObject({
    status: 202,
  })
})

test('an answer that is no JSON is an error all the same', async () => {
  const dataProvider = createDataProvider(async () => new Response('<html>Bad gateway</html>', { status: 502 }))
  await expect(dataProvider.getOne('affiliate', { id: 1 })).rejects.toMatchObject({
    status: 502,
    message: 'errors.internal_error',
  })
})

test('removing several says of each what became of it', async () => {
  const { dataProvider } = server((path) =>
    path.endsWith('/2')
      ? { status: 409, body: { code: 'has_history', message: '', values: { count: 3, resource: 'entry' } } }
      : { body: { id: 1 } },
  )
  expect(await dataProvider.removeEach({ resource: 'affiliate', ids: [1, 2, 3] })).toEqual({
    changed: [1, 3],
    refused: [{ id: 2, code: 'has_history', values: { count: 3, resource: 'entry' } }],
  })
})

test('removing several stops where nothing answers any more', async () => {
  const dataProvider = createDataProvider(() => Promise.reject(new TypeError('no network')))
  await expect(dataProvider.removeEach({ resource: 'affiliate', ids: [1, 2] })).rejects.toThrow('no network')
})

test('an action goes to its own path, of one record or of several', async () => {
  const { asked, dataProvider } = server(() => ({ body: { changed: [1], refused: [] } }))
  await dataProvider.runAction({
    resource: 'affiliate',
    path: 'payment_type',
    input: { ids: [1], paymentType: 'manual' },
  })
  await dataProvider.runAction({
    resource: 'entry',
    path: 'payment',
    id: 9,
    input: {},
    headers: { 'Idempotency-Key': 'k' },
  })
  expect(asked.map(({ path }) => path)).toEqual(['/api/affiliate/payment_type', '/api/entry/9/payment'])
  expect(new Headers(asked[1]!.init.headers).get('idempotency-key')).toBe('k')
})
