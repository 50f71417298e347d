import { expect, it } from 'vitest'
import { texts } from '#locales/texts.ts'
import type { Language } from '#locales/languages.ts'
import type { RewardDraft } from '#rules/commission/rewardRules.ts'
import { type CarryDraft, carrySentence } from '#rules/deals/carrySentence.ts'
import { referralSentence } from '#rules/deals/referralTerms.ts'
import { dealSentence, type DealTexts } from '#rules/deals/sentence.ts'
import { translator } from '#engine/declaration/derive/translator.ts'

async function wordsOf(language: Language): Promise<DealTexts> {
  const [all, own] = await Promise.all([texts[language].all(), texts[language].deals()])
  const translate = translator(all.messages, language)
  return {
    say: translator(own.deals, language),
    money: (amount) => amount.toFixed(2),
    number: String,
    label: (choice, value) => translate(`choices.${choice}.${value}`),
    place: (word, value) => `${translate(`resources.reward.items.overrides.${word}`).toLowerCase()} ${value}`,
  }
}
const say = async (language: Language, reward: RewardDraft) => dealSentence(reward, await wordsOf(language))
const deal: RewardDraft = {
  productType: 'cpa',
  subType: 'player',
  calculation: 'fixed',
  value: 100,
  conditions: [{ fact: 'depositSum', amount: 20, within: 30, unit: 'days', since: 'registration' }],
  holdDays: 7,
  caps: [{ per: 'month', atMost: 50 }],
}

it('says what becomes of a negative month in each language', async () => {
  const draft = {
    carryOver: 'full',
    carryAbove: 100,
    carryAtMost: 500,
    carryMonths: 3,
    carriedPart: 'chargebacks',
    carryResetPlayers: 5,
    carryResetMonths: 2,
  } as const
  const sayCarry = async (language: Language, given: CarryDraft) => carrySentence(given, await wordsOf(language))
  expect(await sayCarry('en', draft)).toBe(
    'What charge-backs make of a month’s loss is carried into the next, as far as it goes beyond 100.00, at most 500.00, for 3 months. Nothing is carried out of a month with 5 new depositors, counted over 2 months.',
  )
  expect(await sayCarry('pt', { carryOver: 'full', carryMonths: 1, carryResetPlayers: 1 })).toBe(
    'O que um mês perde em um produto passa para o seguinte, por 1 mês. Nada passa de um mês com 1 novo depositante.',
  )
  expect(await sayCarry('es', { ...draft, carryOver: 'none' })).toBe('Cada mes empieza en cero.')
})

it('says who is kept apart, and the least of a month', async () => {
  const share: RewardDraft = {
    productType: 'games',
    subType: 'ngr',
    calculation: 'fixed',
    percentage: 30,
    floor: 250,
    quarantineAbove: 10_000,
  }
  expect(await say('en', share)).toBe(
    'Pays 30% of NGR of Games, at least 250.00 a month. A player who wins more than 10000.00 in a month is kept apart: the win is set against what that player loses later, and nothing else.',
  )
  expect(await say('pt', { ...share, floor: null, quarantineWhen: 'negativeMonth' })).toMatch(
    /Em um mês negativo, um jogador que ganhou mais de 10000.00 fica à parte/,
  )
})

it('says a deal in each language', async () => {
  expect(await say('en', deal)).toBe(
    'Pays 100.00 for each player who deposits 20.00 or more within 30 days of registration, held 7 days, at most 50 a month.',
  )
  expect(await say('pt', deal)).toBe(
    'Paga 100.00 por cada jogador que deposita 20.00 ou mais em até 30 dias depois do cadastro, retido 7 dias, no máximo 50 por mês.',
  )
  expect(await say('es', deal)).toBe(
    'Paga 100.00 por cada jugador que deposita 20.00 o más en 30 días desde el registro, retenido 7 días, como máximo 50 al mes.',
  )
})

it('says alternatives, countries, claw-back and minimums, and of shares their rate and trigger', async () => {
  const reward: RewardDraft = {
    ...deal,
    countries: 'br',
    holdDays: 1,
    conditions: [
      { fact: 'wagerSum', product: 'games', span: 'single', amount: 10, comparator: 'moreThan' },
      { fact: 'daysActive', amount: 3 },
      { joined: 'or', fact: 'ngr', amount: 50, within: 1, unit: 'hours', since: 'click' },
      { fact: 'depositSum', amount: '' },
    ],
    caps: [{ per: 'day', measure: 'money', atMost: 500, beyond: 'later' }],
    clawBack: 'any',
    clawBackDays: 60,
    minimums: [{ fact: 'deposits', amount: 100 }],
  }
  expect(await say('en', reward)).toBe(
    'Pays 100.00 for each player who places a single wager of more than 10.00 (Games) and plays on 3 or more days, or brings an NGR of 50.00 or more within 1 hour of the click, from BR alone, held 1 day, at most 500.00 a day (the rest is paid later). Taken back when the player is barred or a deposit charged back within 60 days. Nothing is paid of a month before it has: Deposits 100.00 or more.',
  )
  const share: RewardDraft = {
    productType: 'bets',
    subType: 'ngr',
    calculation: 'fixed',
    percentage: 30,
    adminFee: 12.5,
    triggerCondition: 'deposit',
    triggerOperation: 'sum',
    triggerComparison: '>= 100',
  }
  expect(await say('en', share)).toBe(
    'Pays 30% of NGR of Bets, after an admin fee of 12.5% of GGR. Paid once the affiliate has Deposit (Sum) >= 100.',
  )
  const tiers = [{ from: 5, percentage: 35 }]
  const decided: RewardDraft = {
    ...share,
    triggerCondition: null,
    adminFee: 0,
    calculation: 'dynamic',
    tiers,
    tierBase: 'firstDeposits',
  }
  expect(await say('en', { ...decided, deductions: [{ kind: 'depositFee', percentage: 1.5 }], ceiling: 5000 })).toBe(
    'Pays 35% from 5 (by First deposits) of NGR of Bets, less 1.5% of Deposits (Fee on deposits), at most 5000.00 a month.',
  )
  expect(await say('en', { productType: 'cpa', calculation: 'fixed' })).toBeNull()
})

it('says tiers of other months, the first months and a fee', async () => {
  const reward: RewardDraft = {
    productType: 'bets',
    subType: 'ngr',
    calculation: 'dynamic',
    tiers: [{ from: 10, percentage: 35 }],
    tierBase: 'firstDeposits',
    tierSpan: 'rolling',
    tierMonths: 3,
    launchMonths: 2,
    launchPercentage: 45,
    flatFee: 500,
    flatFeeMinimums: [{ fact: 'firstDeposits', amount: 5 }],
  }
  expect(await say('en', reward)).toBe(
    'Pays 35% from 10 (by First deposits, 3: this month and those before) of NGR of Bets. 45% instead in the first 2 months. A fee of 500.00 in each month that has: First deposits 5 or more.',
  )
  expect(await say('pt', { ...reward, tierSpan: 'lifetime', launchMonths: 1 })).toBe(
    'Paga 35% a partir de 10 (por Primeiros depósitos, tudo até agora) de NGR de Apostas. 45% em vez disso no primeiro mês. Uma taxa de 500.00 em cada mês que tenha: Primeiros depósitos 5 ou mais.',
  )
})

it('says which players a share treats by themselves', async () => {
  const reward: RewardDraft = {
    productType: 'games',
    subType: 'ngr',
    calculation: 'fixed',
    percentage: 30,
    cpaPlayers: 'earnedBack',
    playerRates: [
      { registeredBefore: '2026-02-01', percentage: 45 },
      { afterMonths: 36, percentage: 5 },
      { percentage: 7 },
    ],
  }
  expect(await say('en', reward)).toBe(
    'Pays 30% of NGR of Games, of players that CPA is paid for once that is earned back, 45% of players registered before 01/02/2026, 5% of players after 36 months.',
  )
  expect(await say('es', { ...reward, cpaPlayers: 'none', playerRates: [] })).toBe(
    'Paga 30% de NGR de Juegos, nada de jugadores pagados por CPA.',
  )
})

it('says values by the size of the player', async () => {
  const reward: RewardDraft = {
    ...deal,
    caps: [],
    holdDays: 0,
    bandFact: 'firstDeposit',
    bands: [{ from: 50, value: 160 }],
  }
  expect(await say('en', reward)).toBe(
    'Pays 100.00, 160.00 from 50.00 (by First deposit) for each player who deposits 20.00 or more within 30 days of registration.',
  )
})

it('says what is paid for affiliates that were referred', async () => {
  const draft = {
    referralShares: [
      { level: 2, percentage: 2.5, of: 'ngr' as const },
      { level: 1, percentage: 5 },
    ],
  }
  const sayReferrals = async (language: Language) => referralSentence(draft, await wordsOf(language))
  expect(await sayReferrals('en')).toBe(
    'For affiliates that were referred: 5% of their commission on level 1, 2.5% of their NGR on level 2.',
  )
  expect(await sayReferrals('pt')).toBe(
    'Por afiliados indicados: 5% da comissão deles no nível 1, 2.5% do NGR deles no nível 2.',
  )
  expect(await sayReferrals('es')).toBe(
    'Por afiliados referidos: 5% de su comisión en el nivel 1, 2.5% de su NGR en el nivel 2.',
  )
  expect(referralSentence({ referralShares: [] }, await wordsOf('en'))).toBeNull()
})

it('says which rates hold elsewhere instead', async () => {
  const overrides = [
    { brand: 7, percentage: 45 },
    { country: 'BR', promoCode: 'Verao10', percentage: 10.5 },
    { percentage: 3 },
  ]
  const share: RewardDraft = { productType: 'games', subType: 'ngr', calculation: 'fixed', percentage: 30, overrides }
  expect(await say('en', share)).toBe(
    'Pays 30% of NGR of Games. Instead, 45% on brand 7; 10.5% on promo code Verao10, country BR.',
  )
  expect(await say('pt', share)).toBe(
    'Paga 30% de NGR de Jogos. Em vez disso, 45% para marca 7; 10.5% para código promocional Verao10, país BR.',
  )
  expect(await say('es', share)).toContain('En su lugar, 45% para marca 7;')
  expect(await say('en', { ...deal, overrides: [{ link: 3, value: 150 }] })).toContain('Instead, 150.00 on link 3.')
})

it('says what is paid further at which milestone', async () => {
  const stages = [
    { value: 60, fact: 'wagerSum', amount: 500, within: 30, since: 'firstDeposit', clawBack: 'chargeback' },
    { value: 15, fact: 'depositCount', amount: 3, holdDays: 5, clawBack: 'none' },
  ] as const
  const reward: RewardDraft = { productType: 'cpa', calculation: 'fixed', value: 40, stages }
  expect(await say('en', reward)).toBe(
    'Pays 40.00 for each player who registers. And further 60.00 once it wagers 500.00 or more within 30 days of the first deposit, taken back when a deposit is charged back; 15.00 once it makes 3 or more deposits, held 5 days, never taken back.',
  )
  expect(await say('pt', reward)).toContain('E mais 60.00 quando aposta 500.00 ou mais em até 30 dias')
  expect(await say('es', reward)).toContain('Y además 60.00 cuando apuesta 500.00 o más')
})

it('says shares of the whole traffic, quotas over months, and what is only flagged', async () => {
  const { holdDays: _, caps: __, ...plain } = deal
  const asked: RewardDraft = {
    ...plain,
    minimums: [
      { fact: 'smallDeposits', upTo: 10, comparator: 'atMost', amount: 55 },
      { fact: 'barredPlayers', comparator: 'lessThan', amount: 20 },
      { fact: 'firstDeposits', amount: 10, months: 3, missed: 'flag' },
    ],
  }
  expect((await say('en', asked))!.split('. ').slice(1).join('. ')).toBe(
    'Nothing is paid of a month before it has: deposits of 10.00 or less of all deposits at most 55% and barred players among the new ones less than 20%. A month is paid all the same and flagged unless it has: First deposits 10 or more in 3 months.',
  )
  expect(await say('pt', asked)).toContain(
    'Um mês é pago mesmo assim e marcado se não tiver: Primeiros depósitos 10 ou mais em 3 meses.',
  )
  expect(await say('es', asked)).toContain(
    'depósitos de hasta 10.00 entre todos los depósitos como máximo 55% y jugadores bloqueados entre los nuevos menos de 20%.',
  )
})

it('says when players leave, what sets a large win off, and who keeps an old rate', async () => {
  const share: RewardDraft = {
    productType: 'games',
    subType: 'ngr',
    calculation: 'fixed',
    percentage: 30,
    quarantineAbove: 10_000,
    quarantineBy: 'commission',
  }
  expect(await say('en', share)).toContain(
    'and nothing else; the commission that is withheld of those losses is set off 1:1.',
  )
  expect(await say('pt', share)).toContain('; a comissão retida dessas perdas é compensada 1:1.')
  expect(await say('es', share)).toContain('; la comisión retenida de esas pérdidas se compensa 1:1.')
  const leaving: RewardDraft = {
    ...share,
    quarantineAbove: null,
    leavesAfterDays: 90,
    overrides: [{ registeredBefore: '2025-01-01', percentage: 40 }],
  }
  expect(await say('en', leaving)).toMatch(
    /A player who neither deposits nor bets for 90 days leaves the affiliate for good\. Instead, 40% on players registered before 01\/01\/2025\.$/,
  )
  expect(await say('pt', leaving)).toContain(
    'Um jogador que não deposita nem aposta por 90 dias deixa o afiliado de vez.',
  )
  expect(await say('es', { ...leaving, leavesAfterDays: 1 })).toContain('ni apuesta durante 1 día deja al afiliado')
})

it('says groups of games, edges and what a player counts for in each language', async () => {
  const share: RewardDraft = {
    productType: 'games',
    subType: 'theoretical',
    calculation: 'fixed',
    percentage: 35,
    edges: [{ gameGroup: 'slots', percentage: 3.71 }],
    edge: 2,
  }
  expect(await say('en', share)).toBe(
    'Pays 35% of Stakes times edges of Games (what is staked times 3.71% of slots, 2% of other games).',
  )
  const capped: RewardDraft = {
    ...share,
    subType: 'ngr',
    playerCeiling: 'deposits',
    deductions: [{ kind: 'providerFee', percentage: 15, gameGroup: 'slots' }],
  }
  expect(await say('pt', capped)).toContain(
    'menos 15% de GGR de slots (Taxa do provedor). Nenhum jogador conta mais do que depositou.',
  )
  expect(await say('es', { ...capped, playerCeiling: 'amount', playerCeilingAmount: 1000 })).toContain(
    'Ningún jugador cuenta más de 1000.00 al mes.',
  )
})

it('says second measures, bound amounts, other conditions elsewhere, lower rates and fees in each language', async () => {
  const share: RewardDraft = {
    productType: 'games',
    subType: 'ngr',
    calculation: 'dynamic',
    percentage: 25,
    tierMode: 'whole',
    tierComparator: 'moreThan',
    tiers: [{ from: 10_000, percentage: 35, alsoFact: 'firstDeposits', alsoAmount: 20 }],
    minimums: [{ fact: 'firstDeposits', amount: 3, months: 3, missed: 'lowered', lasts: 'forGood' }],
    loweredPercentage: 10,
    flatFee: 1000,
    flatFeePer: 'once',
    flatFeeMinimums: [{ fact: 'firstDeposits', amount: 50 }],
  }
  expect(await say('en', share)).toBe(
    'Pays 35% beyond 10000.00 (only with First deposits 20 or more) of NGR of Games. 10% instead while a month lacks: First deposits 3 or more in 3 months (once a month ended without it, for good). A fee of 1000.00 once, as soon as there have been in all: First deposits 50 or more.',
  )
  expect(await say('pt', share)).toContain(
    '10% em vez disso enquanto um mês não tem: Primeiros depósitos 3 ou mais em 3 meses (de vez, depois de um mês sem isso).',
  )
  expect(await say('es', { ...share, flatFeeMinimums: [], flatFeePer: null })).toContain(
    'Una tarifa de 1000.00 en cada mes en que algo ocurre.',
  )
  const cpa: RewardDraft = {
    productType: 'cpa',
    subType: 'player',
    calculation: 'fixed',
    value: 0,
    conditions: [{ fact: 'wagerSum', amount: 3, timesOf: 'firstDeposit' }],
    bandFact: 'firstDeposit',
    bands: [{ from: 10, percentage: 30, atMost: 60 }],
    overrides: [
      { country: 'BR', value: 60, fact: 'depositSum', amount: 50, within: 7, since: 'registration', holdDays: 10 },
    ],
  }
  expect(await say('en', cpa)).toBe(
    'Pays 0.00, 30% (at most 60.00) from 10.00 (by First deposit) for each player who wagers 3 times its first deposit or more. Instead, 60.00 on country BR, of whom it asks that it deposits 50.00 or more within 7 days of registration, held 10 days.',
  )
  expect(await say('pt', cpa)).toContain('aposta 3 vezes o seu primeiro depósito ou mais')
  expect(await say('es', cpa)).toContain('de quien se pide que deposita 50.00 o más en 7 días desde el registro')
})
