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
    'Negative carryover only for losses caused by chargebacks, only above 100.00, at most 500.00, for 3 months. Reset with 5 new depositors, counted over 2 months.',
  )
  expect(await sayCarry('pt', { carryOver: 'full', carryMonths: 1, carryResetPlayers: 1 })).toBe(
    'Carry-over negativo: a perda de um produto passa para o mês seguinte, por 1 mês. Zera com 1 novo depositante.',
  )
  expect(await sayCarry('es', { ...draft, carryOver: 'none' })).toBe(
    'Sin carryover negativo: cada mes empieza en cero.',
  )
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
    "Pays 30% of Games NGR, at least 250.00 a month. High-roller quarantine: a player's win above 10000.00 in a month is only offset by that player's later losses.",
  )
  expect(await say('pt', { ...share, floor: null, quarantineWhen: 'negativeMonth' })).toMatch(
    /Quarentena de high rollers em mês negativo: o ganho de um jogador acima de 10000\.00 fica separado/,
  )
})

it('says a deal in each language', async () => {
  expect(await say('en', deal)).toBe(
    'Pays 100.00 per player who deposits 20.00 or more within 30 days of registration, with a hold period of 7 days, at most 50 a month.',
  )
  expect(await say('pt', deal)).toBe(
    'Paga 100.00 por jogador que deposita 20.00 ou mais em até 30 dias depois do cadastro, com carência de 7 dias, no máximo 50 por mês.',
  )
  expect(await say('es', deal)).toBe(
    'Paga 100.00 por jugador que deposita 20.00 o más en 30 días desde el registro, con validación de 7 días, como máximo 50 al mes.',
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
    'Pays 100.00 per player who places a single bet of more than 10.00 (Games) and plays on 3 or more days, or generates NGR of 50.00 or more within 1 hour of the click, only from BR, with a hold period of 1 day, at most 500.00 a day (the rest is paid later). Clawback if the player is blocked or a deposit is charged back within 60 days. Nothing is paid for a month until it reaches: Deposits 100.00 or more.',
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
    'Pays 30% of Bets NGR, after an admin fee of 12.5% on GGR. Paid when the affiliate reaches Deposit (Sum) >= 100.',
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
    'Pays 35% from 5 (by First deposits) of Bets NGR, less 1.5% of Deposits (Fee on deposits), at most 5000.00 a month.',
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
    'Pays 35% from 10 (by First deposits, 3: this and previous months) of Bets NGR. Introductory rate of 45% in the first 2 months. A flat fee of 500.00 in each month with: First deposits 5 or more.',
  )
  expect(await say('pt', { ...reward, tierSpan: 'lifetime', launchMonths: 1 })).toBe(
    'Paga 35% a partir de 10 (por Primeiros depósitos, todo o histórico) do NGR de Apostas. Taxa promocional de 45% no primeiro mês. Valor fixo de 500.00 em cada mês com: Primeiros depósitos 5 ou mais.',
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
    'Pays 30% of Games NGR, RevShare on CPA players once they recover the CPA, 45% of players registered before 01/02/2026, 5% of players after 36 months.',
  )
  expect(await say('es', { ...reward, cpaPlayers: 'none', playerRates: [] })).toBe(
    'Paga 30% del NGR de Juegos, sin RevShare de jugadores con CPA.',
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
    'Pays 100.00, 160.00 from 50.00 (by First deposit) per player who deposits 20.00 or more within 30 days of registration.',
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
    'For referred affiliates: 5% of their commission on level 1, 2.5% of their NGR on level 2.',
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
    'Pays 30% of Games NGR. Special rates: 45% on brand 7; 10.5% on promo code Verao10, country BR.',
  )
  expect(await say('pt', share)).toBe(
    'Paga 30% do NGR de Jogos. Taxas especiais: 45% para marca 7; 10.5% para código promocional Verao10, país BR.',
  )
  expect(await say('es', share)).toContain(
    'Paga 30% del NGR de Juegos. Tasas especiales: 45% para marca 7; 10.5% para código promocional Verao10, país BR.',
  )
  expect(await say('en', { ...deal, overrides: [{ link: 3, value: 150 }] })).toContain(
    'Pays 100.00 per player who deposits 20.00 or more within 30 days of registration, with a hold period of 7 days, at most 50 a month. Special rates: 150.00 on link 3.',
  )
})

it('says what is paid further at which milestone', async () => {
  const stages = [
    { value: 60, fact: 'wagerSum', amount: 500, within: 30, since: 'firstDeposit', clawBack: 'chargeback' },
    { value: 15, fact: 'depositCount', amount: 3, holdDays: 5, clawBack: 'none' },
  ] as const
  const reward: RewardDraft = { productType: 'cpa', calculation: 'fixed', value: 40, stages }
  expect(await say('en', reward)).toBe(
    'Pays 40.00 per player who registers. Plus 60.00 once the player bets 500.00 or more within 30 days of the first deposit, clawback if a deposit is charged back; 15.00 once the player makes 3 or more deposits, with a hold period of 5 days, no clawback.',
  )
  expect(await say('pt', reward)).toContain(
    'Paga 40.00 por jogador que se cadastra. Mais 60.00 quando o jogador aposta 500.00 ou mais em até 30 dias depois do primeiro depósito, estorno se houver chargeback de um depósito; 15.00 quando o jogador faz 3 ou mais depósitos, com carência de 5 dias, sem estorno.',
  )
  expect(await say('es', reward)).toContain(
    'Paga 40.00 por jugador que se registra. Más 60.00 cuando el jugador apuesta 500.00 o más en 30 días desde el primer depósito, clawback si hay contracargo de un depósito; 15.00 cuando el jugador hace 3 o más depósitos, con validación de 5 días, sin clawback.',
  )
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
    'Nothing is paid for a month until it reaches: deposits up to 10.00, share of all deposits at most 55% and blocked players, share of new players less than 20%. A month is paid but flagged if it does not reach: First deposits 10 or more in 3 months.',
  )
  expect(await say('pt', asked)).toContain(
    'Paga 100.00 por jogador que deposita 20.00 ou mais em até 30 dias depois do cadastro. Um mês só é pago quando atinge: depósitos até 10.00, sobre o total de depósitos no máximo 55% e jogadores bloqueados entre os novos menos de 20%. Um mês é pago, mas sinalizado, se não atingir: Primeiros depósitos 10 ou mais em 3 meses.',
  )
  expect(await say('es', asked)).toContain(
    'Paga 100.00 por jugador que deposita 20.00 o más en 30 días desde el registro. Un mes solo se paga cuando alcanza: depósitos hasta 10.00, sobre el total de depósitos como máximo 55% y jugadores bloqueados entre los nuevos menos de 20%. Un mes se paga, pero queda marcado, si no alcanza: Primeros depósitos 10 o más en 3 meses.',
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
    "Pays 30% of Games NGR. High-roller quarantine: a player's win above 10000.00 in a month is only offset by that player's later losses; the commission not paid on those losses counts 1:1.",
  )
  expect(await say('pt', share)).toContain(
    'Paga 30% do NGR de Jogos. Quarentena de high rollers: o ganho de um jogador acima de 10000.00 no mês só é compensado com as perdas seguintes dele; a comissão não paga sobre essas perdas conta 1:1.',
  )
  expect(await say('es', share)).toContain(
    'Paga 30% del NGR de Juegos. Cuarentena de high rollers: lo que un jugador gana por encima de 10000.00 en un mes solo se compensa con sus pérdidas siguientes; la comisión no pagada sobre esas pérdidas cuenta 1:1.',
  )
  const leaving: RewardDraft = {
    ...share,
    quarantineAbove: null,
    leavesAfterDays: 90,
    overrides: [{ registeredBefore: '2025-01-01', percentage: 40 }],
  }
  expect(await say('en', leaving)).toMatch(
    /Players with no deposit or bet for 90 days are unlinked permanently\. Special rates: 40% on players registered before 01\/01\/2025\.$/,
  )
  expect(await say('pt', leaving)).toContain('Jogadores sem depósito nem aposta por 90 dias são desvinculados.')
  expect(await say('es', { ...leaving, leavesAfterDays: 1 })).toContain(
    'Los jugadores sin depósito ni apuesta durante 1 día se desvinculan.',
  )
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
    'Pays 35% of Games Theoretical GGR (theoretical GGR (stakes × 3.71% of slots, 2% of other games)).',
  )
  const capped: RewardDraft = {
    ...share,
    subType: 'ngr',
    playerCeiling: 'deposits',
    deductions: [{ kind: 'providerFee', percentage: 15, gameGroup: 'slots' }],
  }
  expect(await say('pt', capped)).toContain(
    'Paga 35% do NGR de Jogos, menos 15% de GGR de slots (Taxa do provedor). Cada jogador conta até o total que depositou.',
  )
  expect(await say('es', { ...capped, playerCeiling: 'amount', playerCeilingAmount: 1000 })).toContain(
    'Paga 35% del NGR de Juegos, menos 15% de GGR de slots (Cargo del proveedor). Cada jugador cuenta hasta 1000.00 por mes.',
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
    'Pays 35% beyond 10000.00 (only with First deposits 20 or more) of Games NGR. Reduced to 10% in months that do not reach: First deposits 3 or more in 3 months (permanently, after one month below). A one-time fee of 1000.00 on reaching: First deposits 50 or more.',
  )
  expect(await say('pt', share)).toContain(
    'Paga 35% acima de 10000.00 (só com Primeiros depósitos 20 ou mais) do NGR de Jogos. Reduzido para 10% nos meses que não atingem: Primeiros depósitos 3 ou mais em 3 meses (para sempre, depois de um mês abaixo). Valor fixo de 1000.00, uma única vez, ao atingir: Primeiros depósitos 50 ou mais.',
  )
  expect(await say('es', { ...share, flatFeeMinimums: [], flatFeePer: null })).toContain(
    'Paga 35% por encima de 10000.00 (solo con Primeros depósitos 20 o más) del NGR de Juegos. Reducido a 10% en los meses que no alcanzan: Primeros depósitos 3 o más en 3 meses (para siempre, tras un mes por debajo). Cuota fija de 1000.00 en cada mes con actividad.',
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
    'Pays 0.00, 30% (at most 60.00) from 10.00 (by First deposit) per player who bets 3 times its first deposit or more. Special rates: 60.00 on country BR, if the player deposits 50.00 or more within 7 days of registration, with a hold period of 10 days.',
  )
  expect(await say('pt', cpa)).toContain('aposta 3 vezes o seu primeiro depósito ou mais')
  expect(await say('es', cpa)).toContain(
    'Paga 0.00, 30% (como máximo 60.00) desde 10.00 (por Primer depósito) por jugador que apuesta 3 veces su primer depósito o más. Tasas especiales: 60.00 para país BR, si el jugador deposita 50.00 o más en 7 días desde el registro, con validación de 10 días.',
  )
})

it('says what waits, begins later, goes by days, lapses and is capped for life in each language', async () => {
  const given: RewardDraft = {
    productType: 'games',
    subType: 'deposits',
    calculation: 'fixed',
    percentage: 5,
    deductions: [{ kind: 'costs', percentage: 100 }],
    minimums: [{ fact: 'firstDeposits', amount: 5, missed: 'later', graceMonths: 2, begins: 'nextMonth' }],
    flatFee: 500,
    flatFeeProrated: true,
  }
  expect(await say('en', given)).toBe(
    'Pays 5% of Games Deposits, less 100% of Chargebacks (Chargeback costs). A month is paid later, once it reaches: First deposits 5 or more (from month 3 on, from the month after). A flat fee of 500.00 (in proportion to the days) in each month with activity.',
  )
  expect(await say('pt', given)).toContain(
    'Um mês só é pago depois, quando atinge: Primeiros depósitos 5 ou mais (a partir do mês 3, valendo no mês seguinte).',
  )
  expect(await say('es', given)).toContain('Cuota fija de 500.00 (en proporción a los días) en cada mes con actividad.')
  const apart: RewardDraft = {
    ...given,
    subType: 'ngr',
    deductions: [{ kind: 'tax', percentage: 10, country: 'br' }],
    quarantineAbove: 500,
    quarantineBy: 'month',
    quarantineMonths: 12,
  }
  expect(await say('en', apart)).toContain(
    "less 10% of GGR on players from BR (Tax). High-roller quarantine: a player's win above 500.00 in a month is only offset by that player's later losses; until it is cleared, the commission of each month is withheld and counts 1:1; forgotten after 12 months.",
  )
  const capped: RewardDraft = {
    ...given,
    subType: 'ngr',
    deductions: [],
    playerCeiling: 'amount',
    playerCeilingAmount: 200,
    playerCeilingOf: 'commission',
    playerCeilingOver: 'life',
    bands: [{ from: 500, percentage: 25 }],
  }
  expect(await say('pt', capped)).toContain(
    'Paga 5%, 25% a partir de 500.00 (por NGR do jogador) do NGR de Jogos. Cada jogador conta até 200.00 de comissão na vida toda.',
  )
})
