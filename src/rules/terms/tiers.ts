import { tierModes } from '../commission/constants.ts'
import { bandFacts, comparators, minimumFacts, tierFacts, tierSpans, tierWithouts } from '../deals/constants.ts'
import { amount, count, needed, oneOf, rows, share, yesOrNo } from './fields.ts'
import { isSaid, rowsOf, type Said, type Term } from './term.ts'

const also = ['alsoFact', 'alsoComparator', 'alsoAmount'] as const

/** The words that hold how an affiliate's tiers are decided; its tiers themselves are the reward's own. */
const wordsOfSpan = {
  by: 'tierBase',
  comparator: 'tierComparator',
  span: 'tierSpan',
  months: 'tierMonths',
  days: 'tierDays',
  ratchet: 'tierRatchet',
  without: 'tierWithout',
} as const

const asksMore = (row: Said) => also.some((item) => isSaid(row[item]))

/** Rates by size: over an affiliate's period, as the reward's own tiers or decided by more; or over what each player is worth. */
export const tiers = {
  fields: {
    over: oneOf('tierSubject', ['affiliate', 'player']),
    by: oneOf('tierDecision', [...new Set([...tierFacts, ...bandFacts])]),
    comparator: oneOf('comparator', comparators),
    span: oneOf('tierSpan', tierSpans),
    months: count(1, 60),
    days: count(1, 1096),
    ratchet: yesOrNo,
    without: oneOf('tierWithout', tierWithouts),
    mode: oneOf('tierMode', tierModes),
    rows: rows(
      {
        from: needed(amount),
        percentage: share,
        value: amount,
        atMost: amount,
        alsoFact: oneOf('minimumFact', minimumFacts),
        alsoComparator: oneOf('comparator', comparators),
        alsoAmount: amount,
      },
      20,
    ),
  },
  most: 2,
  holds: [...Object.values(wordsOfSpan), 'bandFact', 'bandComparator', 'bands'],
  short: ['tiers'],
  read: (flat) => {
    const decided = Object.entries(wordsOfSpan).map(([name, word]) => [name, flat[word] || null] as const)
    const isTerm = isSaid(flat['tiers']) || decided.some(([, value]) => isSaid(value))
    return [
      ...(isTerm
        ? [{ over: 'affiliate', ...Object.fromEntries(decided), mode: flat['tierMode'], rows: flat['tiers'] }]
        : []),
      ...(isSaid(flat['bandFact']) || isSaid(flat['bands'])
        ? [{ over: 'player', by: flat['bandFact'], comparator: flat['bandComparator'], rows: flat['bands'] }]
        : []),
    ]
  },
  write: (term, draft) => {
    if (term['over'] === 'player') {
      for (const name of ['span', 'months', 'days', 'ratchet', 'without'])
        if (isSaid(term[name])) draft.refuse(name, 'not_applicable')
      // A player stands whole at the rate it reached.
      if (term['mode'] === 'marginal') draft.refuse('mode', 'not_applicable')
      if (!isSaid(term['by']) && draft.record['productType'] === 'cpa') draft.refuse('by', 'required')
      draft.set('bandFact', term['by'], 'by')
      draft.set('bandComparator', term['comparator'], 'comparator')
      draft.set('bands', term['rows'], 'rows')
      return
    }
    if (
      !['by', 'comparator', 'span', 'months', 'days', 'ratchet', 'without', 'mode', 'rows'].some((name) =>
        isSaid(term[name]),
      )
    )
      draft.refuse('rows', 'required')
    for (const [name, word] of Object.entries(wordsOfSpan)) draft.set(word, term[name], name)
    // The reward's own tiers, unless the term says them.
    if (isSaid(term['rows'])) draft.set('tiers', term['rows'], 'rows')
    const mode = term['mode'] ?? (isSaid(term['by']) ? 'whole' : null)
    if (isSaid(mode)) draft.set('tierMode', mode, 'mode')
  },
  // Where what a player brought says the rate of a share, nothing else says one.
  excludes: {
    hybrid: ({ over }, { players }) => over === 'player' && players !== 'share',
    expiry: ({ over }) => over === 'player',
    quarantine: ({ over }, { above }) => over === 'player' && isSaid(above),
    playerCap: ({ over }) => over === 'player',
    theoretical: ({ over }) => over === 'player',
  },
  clear: (draft) => {
    const own = rowsOf(draft.record['tiers'])
    if (draft.values['tiers'] !== undefined || !own.some(asksMore)) return
    draft.values['tiers'] = own.map((row) => ({ ...row, ...Object.fromEntries(also.map((item) => [item, null])) }))
  },
} as const satisfies Term
