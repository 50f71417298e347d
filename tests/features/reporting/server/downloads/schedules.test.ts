import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ShownDownload, ShownSchedule } from '#features/reporting/answers/downloads.ts'
import { planSchedules } from '#features/reporting/server/downloads/planSchedules.ts'
import { buildStaff, builtPassword } from '#tests/support/builders.ts'
import { type Client, type Office, openOffice, rootCredentials, signInAs } from '#tests/support/office.ts'
import { bytesOf, contextOf, makeFiles, sheetsOf } from './support.ts'

// A Tuesday, in a zone whose clock is 3 hours behind: 09:00 there.
const noon = new Date('2030-03-12T12:00:00Z')
let at = noon
let office: Office
let staff: Awaited<ReturnType<typeof buildStaff>>
let root: Client
let view: number
beforeAll(async () => {
  office = await openOffice({ variables: { BUSINESS_TIME_ZONE: 'America/Sao_Paulo' }, now: () => at })
})
afterAll(() => office.close())
beforeEach(async () => {
  at = noon
  root = await signInAs(office.app, rootCredentials)
  staff = await buildStaff(office.app, root, { roles: ['activityPerAffiliate', 'campaign'] })
  view = (
    await staff.post('/api/me/view', {
      report: 'affiliateActivity',
      name: 'By NGR',
      query: 'preset=thisMonth&sort=-ngr',
    })
  ).body.id
})

const context = () => contextOf(office, () => at)
const daily = () => ({ view, repeats: 'daily', period: 'yesterday', format: 'xlsx', language: 'en' })
async function schedule(values: Record<string, unknown> = {}): Promise<ShownSchedule> {
  const answer = await staff.post('/api/me/schedules', { ...daily(), ...values })
  expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 200, code: undefined })
  return answer.body
}
const files = async () => (await staff.get('/api/me/downloads')).body.files as ShownDownload[]
const mine = async () => (await files()).map(({ from, to }) => [from, to])
/** The clock goes on, and sessions of before are over: everybody signs in again. */
async function goTo(moment: string): Promise<void> {
  at = new Date(moment)
  staff = {
    ...(await signInAs(office.app, { email: staff.user.email as string, password: builtPassword })),
    user: staff.user,
  }
  root = await signInAs(office.app, rootCredentials)
}

describe('a schedule', () => {
  test('makes a file of its view on each day it is due, of the period as that day sees it', async () => {
    const made = await schedule()
    expect(made).toMatchObject({
      view,
      report: 'affiliateActivity',
      name: 'By NGR',
      isPaused: false,
      nextAt: '2030-03-13T08:00:00.000Z',
    })
    await makeFiles(context())
    expect(await mine()).toEqual([])
    await goTo('2030-03-13T07:59:00Z')
    await makeFiles(context())
    expect(await mine()).toEqual([])
    await goTo('2030-03-13T08:00:00Z')
    await makeFiles(context())
    const [file] = await files()
    expect(file).toMatchObject({
      state: 'ready',
      name: 'By NGR',
      from: '2030-03-12',
      to: '2030-03-12',
      schedule: made.id,
    })
    expect(sheetsOf(await bytesOf(office.app, staff, file!.id))[1]!.rows.flat()).toContain('Days in America/Sao_Paulo')
  })

  test('is weekly on its day, monthly on its day or the last one of a shorter month', async () => {
    expect(await schedule({ repeats: 'weekly', weekday: 'monday', period: 'last7' })).toMatchObject({
      nextAt: '2030-03-18T08:00:00.000Z',
    })
    expect(await schedule({ repeats: 'monthly', monthDay: 31, period: 'lastMonth' })).toMatchObject({
      nextAt: '2030-03-31T08:00:00.000Z',
    })
    await goTo('2030-04-30T12:00:00Z')
    await planSchedules(context())
    expect((await mine()).toSorted()).toEqual([
      ['2030-03-01', '2030-03-31'],
      ['2030-04-23', '2030-04-29'],
    ])
  })

  test('asks for the file of a day once, whichever servers plan it and however often', async () => {
    await schedule()
    await goTo('2030-03-14T12:00:00Z')
    const planned = await Promise.all([1, 2, 3, 4].map(() => planSchedules(context())))
    expect(planned.toSorted()).toEqual([0, 0, 0, 1])
    const [file] = await files()
    expect((await staff.delete(`/api/me/downloads/${file!.id}`)).status).toBe(200)
    await planSchedules(context())
    expect(await mine()).toEqual([])
  })

  test('makes up for the last missed day alone', async () => {
    await schedule()
    await goTo('2030-03-20T12:00:00Z')
    await planSchedules(context())
    expect(await mine()).toEqual([['2030-03-19', '2030-03-19']])
  })

  test('makes nothing while it is paused, and goes on with its next day', async () => {
    const { id } = await schedule()
    expect((await staff.post(`/api/me/schedules/${id}/pause`)).body).toMatchObject({ isPaused: true, nextAt: null })
    await goTo('2030-03-14T12:00:00Z')
    await planSchedules(context())
    expect((await staff.post(`/api/me/schedules/${id}/resume`)).body).toMatchObject({
      isPaused: false,
      nextAt: '2030-03-15T08:00:00.000Z',
    })
    await planSchedules(context())
    expect(await mine()).toEqual([])
    await goTo('2030-03-15T12:00:00Z')
    await planSchedules(context())
    expect(await mine()).toEqual([['2030-03-14', '2030-03-14']])
  })

  test('can be changed and removed; the files it made stay', async () => {
    const { id } = await schedule()
    await goTo('2030-03-13T12:00:00Z')
    await makeFiles(context())
    const { view: _, ...change } = daily()
    expect(
      (await staff.put(`/api/me/schedules/${id}`, { ...change, repeats: 'weekly', weekday: 'friday', format: 'csv' }))
        .body,
    ).toMatchObject({
      id,
      view,
      repeats: 'weekly',
      weekday: 'friday',
      format: 'csv',
      nextAt: '2030-03-15T08:00:00.000Z',
    })
    expect((await staff.delete(`/api/me/schedules/${id}`)).body).toEqual({ id })
    expect((await staff.get('/api/me/schedules')).body).toEqual([])
    expect(await files()).toMatchObject([{ state: 'ready', schedule: null }])
  })

  test("is not made of a list's view", async () => {
    const {
      body: { id },
    } = await staff.post('/api/me/view', { list: 'campaign', name: 'All', query: 'perPage=50' })
    expect(await staff.post('/api/me/schedules', { ...daily(), view: id })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    expect((await staff.post('/api/me/schedules', daily())).status).toBe(200)
  })

  test('holds its view: the view cannot be forgotten before it', async () => {
    const { id } = await schedule()
    expect(await staff.delete(`/api/me/view/${view}`)).toMatchObject({
      status: 409,
      body: { code: 'view_has_schedule' },
    })
    await staff.delete(`/api/me/schedules/${id}`)
    expect((await staff.delete(`/api/me/view/${view}`)).status).toBe(200)
  })

  test('goes with its user, and with it its view and its files', async () => {
    await schedule()
    await goTo('2030-03-13T12:00:00Z')
    await makeFiles(context())
    expect((await root.delete(`/api/user/${staff.user.id}`)).status).toBe(200)
  })

  test("is its owner's alone", async () => {
    const { id } = await schedule()
    expect((await root.get('/api/me/schedules')).body).toEqual([])
    const { view: _, ...change } = daily()
    for (const answer of [
      await root.put(`/api/me/schedules/${id}`, change),
      await root.post(`/api/me/schedules/${id}/pause`),
      await root.delete(`/api/me/schedules/${id}`),
      await root.post('/api/me/schedules', daily()),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
  })

  test.each([
    ['without a view', { view: null }, 'view', 'required'],
    ['weekly without a day', { repeats: 'weekly' }, 'weekday', 'required'],
    ['daily with a day', { weekday: 'monday' }, 'weekday', 'not_applicable'],
    ['monthly without a day', { repeats: 'monthly' }, 'monthDay', 'required'],
    ['on the 32nd', { repeats: 'monthly', monthDay: 32 }, 'monthDay', 'too_large'],
    ['of a period there is not', { period: 'ever' }, 'period', 'invalid_choice'],
    ['with more than it has', { user: 1 }, 'user', 'unknown_property'],
  ])('is refused %s', async (_, values, field, code) => {
    const answer = await staff.post('/api/me/schedules', { ...daily(), ...values })
    expect(answer).toMatchObject({ status: 400, body: { details: { [field]: [{ code }] } } })
  })

  test('is one of twenty at most', async () => {
    for (let count = 0; count < 20; count += 1) await schedule()
    expect(await staff.post('/api/me/schedules', daily())).toMatchObject({
      status: 409,
      body: { code: 'too_many_schedules', values: { max: 20 } },
    })
  })
})
