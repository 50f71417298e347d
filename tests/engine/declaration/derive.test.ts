import { describe, expect, it } from 'vitest'
import { serverNames, workFor } from '#resources/effects.ts'
import { events } from '#resources/events.ts'
import { features } from '#resources/features.ts'
import { resources } from '#resources/index.ts'
import { measures } from '#resources/measures.ts'
import { movement } from '#resources/movement.ts'
import { reports } from '#resources/reports/index.ts'
import { accounts } from '#resources/accounts.ts'
import { roleKeys } from '#resources/roles.ts'
import { transitions } from '#resources/transitions.ts'
import { checkConfiguration } from '#engine/declaration/check.ts'
import { can, canReadOptions, readableFields } from '#engine/declaration/derive/access.ts'
import { recordDifference } from '#engine/declaration/derive/difference.ts'
import { recordJsonSchema } from '#engine/declaration/derive/schemas.ts'
import { declaredTables } from '#engine/declaration/derive/table.ts'
import {
  boolean,
  choice,
  computed,
  list,
  percent,
  reference,
  references,
  text,
} from '#engine/declaration/fields/index.ts'
import { defineChoices } from '#engine/declaration/choices.ts'
import { defineResource, optional } from '#engine/declaration/resource.ts'

const size = defineChoices('size', ['small', 'large'])
const box = defineResource({
  name: 'box',
  path: '/registers/box',
  title: 'label',
  fields: {
    label: text({ required: true, unique: true }),
    size: choice(size, { dated: true }),
    lid: boolean(),
    parent: reference('box'),
    colour: text(),
  },
  visibleWhen: { colour: { size: 'large' } },
  list: { columns: ['label'], sort: ['label', 'ASC'] },
  form: { all: ['label', 'size', 'lid', 'parent', 'colour'] },
  access: { role: 'campaign', scope: 'everyone' },
})
const names = { effect: [], transition: [], guard: [], check: [], computed: [] }
const around = {
  reports: {},
  jobs: {},
  features,
  accounts,
  gateways: {},
  taxes: {},
  risks: {},
  notices: [],
  signals: {},
  declaredPages: {},
  decisions: {},
  transitions: {},
  events,
  movement,
  formulas: {},
  measures,
  roles: roleKeys,
  profileNames: [],
  profiles: {},
  menu: {},
  pages: [],
  choices: {},
  names,
  requests: {},
  locales: {},
  themes: {},
  servedThemes: [],
  colorNames: { palette: [], bar: [] },
  contrastPairs: { palette: [], bar: [] },
  languages: {},
  workFor: {},
}
const withForm = (form: Parameters<typeof defineResource>[0]['form']) => {
  const { form: sections, optionalSections } = defineResource({ ...box, form } as never) as typeof box
  return { form: sections, optionalSections }
}
const configurationOf = (changed: object) => ({ ...around, resources: { box: { ...box, ...changed } as typeof box } })
const codesOf = (changed: object) => checkConfiguration(configurationOf(changed)).map(({ code }) => code)

const rowsWith = (visibleWhen: object) => ({
  fields: { ...box.fields, steps: { ...list({ share: percent(), way: choice(size) }), visibleWhen } },
})

describe('tables', () => {
  it('follow from fields, with a history of the dated ones', () => {
    const [table, history] = declaredTables({ box })
    expect(table!.columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
      'id bigint',
      'version integer',
      'created_at timestamp with time zone',
      'updated_at timestamp with time zone',
      'label text',
      'size text',
      'lid boolean',
      'parent bigint',
      'colour text',
    ])
    expect(table!.indexes).toEqual([
      { name: 'box_label_key', columns: ['label'], unique: true },
      { name: 'box_parent_index', columns: ['parent'] },
    ])
    expect(history!.columns.map(({ name }) => name)).toEqual(['id', 'record', 'valid_from', 'valid_to', 'size'])
  })
  it('give what is there already the default of a new field, unless it counts for some only', () => {
    const fields = {
      ...box.fields,
      extent: choice(size, { default: 'small' }),
      share: percent({ default: 12.5 }),
      way: choice(size, { default: 'small' }),
      open: boolean({ default: true }),
    }
    const [table] = declaredTables({
      box: { ...box, fields, visibleWhen: { way: { lid: true } } } as unknown as typeof box,
    })
    const fills = table!.columns.flatMap(({ name, fill }) => (fill === undefined ? [] : [`${name} ${fill}`]))
    expect(fills).toEqual(["extent 'small'::text", 'share 12.5::numeric(9,4)', 'open true::boolean'])
  })
  it('have names that PostgreSQL keeps whole', () => {
    for (const table of declaredTables(resources)) {
      for (const name of [
        table.name,
        ...table.columns.map((column) => column.name),
        ...table.indexes.map((index) => index.name),
        ...(table.constraints ?? []).map((constraint) => constraint.name),
      ])
        expect(name.length).toBeLessThanOrEqual(63)
    }
  })
})

describe('a job', () => {
  const jobsCodes = (jobs: object) =>
    checkConfiguration({ ...configurationOf({}), jobs } as ReturnType<typeof configurationOf>).map(({ code }) => code)
  it.each([
    ['runs at a time of the day', { dailyAt: '06:00' }, []],
    ['runs again and again', { everySeconds: 15, atFirstStart: true }, []],
    ['says when', { atFirstStart: true }, ['C120']],
    ['says it once', { dailyAt: '06:00', everySeconds: 15 }, ['C120']],
    ['names a time that is one', { dailyAt: '24:00' }, ['C041']],
    ['does not run more often than can be', { everySeconds: 0.5 }, ['C042']],
    ['says nothing else', { dailyAt: '06:00', everyday: true }, ['C040']],
  ])('%s', (_, sweep, codes) => expect(jobsCodes({ sweep })).toEqual(codes))
})

describe('a notice', () => {
  const about = (notice: object) => {
    const notices = [{ type: 'box.opened', of: 'box', on: ['lid'], says: ['label'], ...notice }]
    return checkConfiguration({ ...configurationOf({}), notices } as ReturnType<typeof configurationOf>).map(
      ({ code }) => code,
    )
  }
  it.each([
    ['says what has to happen, and what of it is told', {}, []],
    ['is about records of something', { of: 'bxo' }, ['C020', 'C122', 'C122']],
    ['names fields that there are', { on: ['lidd'] }, ['C122']],
    ['has a type', { type: 'opened' }, ['C041']],
    ['says nothing else', { onn: ['lid'] }, ['C040']],
    ['is sent for something', { on: undefined }, ['C123']],
  ])('%s', (_title, notice, codes) => expect(about(notice)).toEqual(codes))
  it('tells nothing that anybody may not see', () => {
    const colour = text({ access: { read: ['financial'] } })
    const notices = [{ type: 'box.opened', of: 'box', on: ['colour'], says: ['colour'] }]
    const configuration = { ...configurationOf({ fields: { ...box.fields, colour } }), notices }
    expect(checkConfiguration(configuration as ReturnType<typeof configurationOf>).map(({ code }) => code)).toEqual([
      'C122',
    ])
  })
})

describe('what is derived where nothing is said', () => {
  const { name, path, title, access } = box
  const plain = defineResource({
    name,
    path,
    title,
    list: { columns: ['label'], sort: ['label', 'ASC'] },
    access,
    fields: { ...box.fields, share: percent(), code: text({ readOnly: true }), owners: references('box') },
    filters: ['label', 'size', 'lid', 'parent', 'owners', 'share', 'createdAt'],
  })
  it('is how a list is narrowed by each field, and one section of all that can be filled in', () => {
    expect(plain.filters).toEqual({
      label: 'contains',
      size: 'in',
      lid: 'equals',
      parent: 'in',
      owners: 'in',
      share: 'range',
      createdAt: 'range',
    })
    expect(plain.form).toEqual({ identity: ['label', 'size', 'lid', 'parent', 'colour', 'share', 'owners'] })
  })
  it('is checked like what is said', () => {
    const unknown = { ...plain, filters: ['nothing'] } as unknown as Parameters<typeof defineResource>[0]
    expect(codesOf({ filters: defineResource(unknown).filters })).toEqual([expect.stringMatching(/^C0/)])
  })
})

describe('the check of a configuration', () => {
  it('finds nothing in ours', () => {
    expect(checkConfiguration({ ...around, names: serverNames, workFor, resources, reports, transitions })).toEqual([])
  })
  it.each([
    ['a field in no section', { form: { all: ['label'] } }, 'C010'],
    ['a field in two sections', { form: { all: Object.keys(box.fields), more: ['label'] } }, 'C011'],
    ['a section with an unknown field', { form: { all: [...Object.keys(box.fields), 'weight'] } }, 'C012'],
    [
      'something that must be filled in, out of sight',
      withForm({ all: ['size', 'lid', 'parent', 'colour'], more: optional(['label']) }),
      'C139',
    ],
    [
      'a section that cannot stand beside one that is always there',
      withForm({ all: ['label', 'size', 'lid', 'parent'], more: optional(['colour'], { notBeside: ['all'] }) }),
      'C012',
    ],
    ['conditions in a circle', { visibleWhen: { colour: { label: 'x' }, label: { colour: 'y' } } }, 'C013'],
    ['a condition that never holds', { visibleWhen: { colour: { size: 'huge' } } }, 'C014'],
    ['a condition inside rows for a field they do not have', rowsWith({ weight: { size: 'large' } }), 'C017'],
    ['a condition inside rows over a field that is nowhere', rowsWith({ share: { weight: 1 } }), 'C017'],
    ['a condition inside rows over the rows', rowsWith({ share: { steps: 1 } }), 'C017'],
    ['conditions in a circle inside rows', rowsWith({ share: { way: 'small' }, way: { share: 1 } }), 'C013'],
    ['a condition inside rows that never holds', rowsWith({ share: { size: 'huge' } }), 'C014'],
    ['an unknown column', { list: { columns: ['weight'], sort: ['label', 'ASC'] } }, 'C015'],
    ['a feature that is none', { feature: 'clubs' }, 'C159'],
    ['another name than its key', { name: 'crate' }, 'C001'],
    ['an unknown target', { fields: { ...box.fields, parent: reference('crate') } }, 'C020'],
    ['an unknown role', { access: { role: 'janitor' } }, 'C023'],
    ['a scope that leads nowhere', { access: { role: 'campaign', scope: { brand: 'parent' } } }, 'C025'],
    ['a scope that is not said', { access: { role: 'campaign' } }, 'C044'],
    [
      'a scope through several records, which only root could read',
      {
        fields: { ...box.fields, boxes: references('box'), brand: reference('brand') },
        access: { role: 'campaign', scope: { brand: 'boxes.brand' } },
      },
      'C029',
    ],
    ['an option that is none', { fields: { ...box.fields, label: { ...text(), requird: true } } }, 'C040'],
    ['an option of another kind of field', { fields: { ...box.fields, lid: { ...boolean(), max: 3 } } }, 'C040'],
    [
      'a computed value that does not say what it reads',
      { fields: { ...box.fields, way: { kind: 'computed', name: 'isComplete', as: 'boolean', readOnly: true } } },
      'C044',
    ],
    [
      'a computed value made of what is nowhere',
      { fields: { ...box.fields, way: computed('isComplete', { as: 'boolean', reads: ['crate'] }) } },
      'C020',
    ],
    [
      'a mask over what would be shown all the same',
      { fields: { ...box.fields, share: percent({ masked: ['financial'] }) } },
      'C047',
    ],
    [
      'a value that is kept for a time and is nobody’s',
      { fields: { ...box.fields, label: text({ keep: 'P5Y' }) } },
      'C048',
    ],
    ['a period that is none', { fields: { ...box.fields, label: text({ personal: true, keep: '5 years' }) } }, 'C041'],
    ['a kept record without anything personal', { keep: 'P5Y' }, 'C048'],
    [
      'a person behind a reference',
      { fields: { ...box.fields, other: reference('box', { personal: true } as never) } },
      'C049',
    ],
    ['a mask that nobody lifts', { fields: { ...box.fields, label: text({ masked: [] }) } }, 'C041'],
    ['a number that is out of range', { fields: { ...box.fields, label: text({ max: -1 }) } }, 'C042'],
    ['a default that would be refused', { fields: { ...box.fields, share: percent({ default: 120 }) } }, 'C035'],
    [
      'a list sorted by what cannot be sorted',
      { fields: { ...box.fields, boxes: references('box') }, list: { columns: ['label'], sort: ['boxes', 'ASC'] } },
      'C036',
    ],
    [
      'a cell for what takes rows',
      {
        list: { columns: ['label'], sort: ['label', 'ASC'], editable: ['parts'] },
        fields: { ...box.fields, parts: list({ from: text() }) },
      },
      'C039',
    ],
    ['a cell of no field', { list: { columns: ['label'], sort: ['label', 'ASC'], editable: ['lable'] } }, 'C012'],
    ['a list narrowed as its kind cannot be', { filters: { lid: 'range' } }, 'C037'],
    [
      'conditions that never hold together',
      { visibleWhen: { colour: { size: 'large', lid: true }, lid: { size: 'small' } } },
      'C019',
    ],
    [
      'more to choose than there is',
      { fields: { ...box.fields, boxes: references('box', { count: 4, distinctBy: 'size' }) } },
      'C038',
    ],
  ])('finds %s', (_, changed, code) => {
    expect(codesOf(changed)).toContain(code)
  })
  it.each([
    ['a menu entry that leads nowhere', { name: 'box', path: '/registers/boxes/list', roles: ['campaign'] }, 'C060'],
    ['a menu entry that opens nothing for some', { name: 'box', path: '/registers/box/list', roles: [] }, 'C061'],
    [
      'a menu entry with another option',
      { name: 'box', path: '/registers/box/list', roles: ['campaign'], rot: true },
      'C040',
    ],
  ])('finds %s', (_, entry, code) => {
    expect(
      checkConfiguration({ ...configurationOf({}), menu: { registers: [entry] } }).map((problem) => problem.code),
    ).toContain(code)
  })
  it('finds a tax after one that does not stand before it, and one with another option', () => {
    const taxes = { iss: { after: ['inss'] }, inss: { rate: 11 } } as unknown as ReturnType<
      typeof configurationOf
    >['taxes']
    const found = checkConfiguration({ ...configurationOf({}), taxes }).filter(({ path }) => path[0] === 'taxes')
    expect(found.map(({ code, where }) => [code, where])).toEqual(
      expect.arrayContaining([
        ['C126', 'taxes.iss.after'],
        ['C040', 'taxes.inss.rate'],
      ]),
    )
  })
  it('finds a condition of a risk that cannot be read, one that compares nothing, a low one that holds, and another option', () => {
    const rule = { of: 'affiliate', over: 30, severity: 'high', effect: 'hold' }
    const risks = {
      unknown: { ...rule, when: ['players >= 3'] },
      plain: { ...rule, when: ['clicks + 1'] },
      right: { ...rule, when: ['shared_players / registrations >= 20%'] },
      odd: { ...rule, when: ['ftd > 1'], effect: 'jail' },
      low: { ...rule, when: ['ftd > 1'], severity: 'low' },
    } as unknown as ReturnType<typeof configurationOf>['risks']
    const found = checkConfiguration({ ...configurationOf({}), risks }).filter(({ path }) => path[0] === 'risks')
    expect(found.map(({ code, where }) => [code, where])).toEqual(
      expect.arrayContaining([
        ['C135', 'risks.unknown.when.0'],
        ['C136', 'risks.plain.when.0'],
        ['C137', 'risks.low.effect'],
        [expect.any(String), 'risks.odd.effect'],
      ]),
    )
  })
  it('says what was probably meant', () => {
    const [problem] = checkConfiguration(
      configurationOf({ fields: { ...box.fields, label: { ...text(), requird: true } } }),
    )
    expect(problem).toMatchObject({
      where: 'box.fields.label.requird',
      how: expect.stringMatching(/^Did you mean 'required'\?/),
    })
  })
  it('says how to mend it', () => {
    for (const problem of checkConfiguration(configurationOf({ form: { all: ['label'] } })))
      expect(problem).toMatchObject({
        where: expect.stringMatching(/^box\.fields\./),
        how: expect.stringContaining('Add'),
      })
  })
})

describe('access', () => {
  const actor = (...roles: string[]) => ({
    kind: 'user' as const,
    root: false,
    roles: new Set(roles) as unknown as ReadonlySet<never>,
  })
  it('needs the role, and root where root is named', () => {
    expect(can({ actor: actor('brand'), resource: resources.brand, operation: 'update' })).toBe(true)
    expect(can({ actor: actor('brand'), resource: resources.brand, operation: 'create' })).toBe(false)
    expect(can({ actor: actor('campaign'), resource: resources.brand, operation: 'list' })).toBe(false)
    expect(can({ actor: { ...actor(), root: true }, resource: resources.entry, operation: 'create' })).toBe(false)
  })
  it('hides fields from whoever lacks their role', () => {
    expect(readableFields({ actor: actor('affiliate'), resource: resources.affiliate })).not.toContain('paymentKey')
    expect(readableFields({ actor: actor('affiliate', 'financial'), resource: resources.affiliate })).toContain(
      'paymentKey',
    )
    expect(readableFields({ actor: { ...actor(), root: true }, resource: resources.user })).not.toContain('password')
  })
  it('gives names to whoever edits what refers to them, and to nobody else', () => {
    expect(canReadOptions({ actor: actor('campaign'), resource: resources.brand, resources })).toBe(true)
    expect(canReadOptions({ actor: actor('home'), resource: resources.brand, resources })).toBe(false)
    expect(canReadOptions({ actor: actor('campaign'), resource: resources.user, resources })).toBe(false)
  })
})

describe('the difference of two records', () => {
  it('names what changed, compares lists by content and keeps secrets', () => {
    const before = { label: 'A', size: 'small', lid: false, parent: null, colour: null }
    expect(recordDifference({ resource: box, before, after: { ...before, label: 'B', lid: true } })).toEqual([
      { field: 'label', before: 'A', after: 'B' },
      { field: 'lid', before: false, after: true },
    ])
    expect(
      recordDifference({
        resource: resources.user,
        before: { roles: ['home'] },
        after: { roles: ['home'], password: 'Vx7#qLm2' },
      }),
    ).toEqual([{ field: 'password', before: '***', after: '***' }])
  })
})

describe('schemas', () => {
  it('say what a new record needs and what is read', () => {
    expect(recordJsonSchema({ resource: box, shape: 'create' })).toMatchObject({
      required: ['label'],
      additionalProperties: false,
    })
    expect(recordJsonSchema({ resource: resources.user, shape: 'read' }).properties).not.toHaveProperty('password')
    expect(recordJsonSchema({ resource: resources.user, shape: 'create' }).properties).toHaveProperty(
      'passwordConfirmation',
    )
  })
})
