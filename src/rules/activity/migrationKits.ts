/**
 * Migration kits: how exports of other systems name what a file of daily totals holds. A kit is data alone; what it
 * leaves out is named as in the kit `blank`. Names are compared without case, accents and signs.
 */

/** What a column of a file of daily totals holds: a day, whose it is, or a measure, of one product or of the file's. */
export type TotalTarget = TotalKey | TotalMeasure | `${'bets' | 'games' | 'lotto'}.${TotalMeasure}`

/** What tells rows of daily totals apart. */
export type TotalKey = 'day' | 'link' | 'affiliate' | 'product' | 'currency'

/** Measures that files tell; `ggr` and `ngr` say what payout and costs come to where those are missing. */
export type TotalMeasure =
  | 'clicks'
  | 'unique_clicks'
  | 'registrations'
  | 'ftd'
  | 'deposit_count'
  | 'deposits'
  | 'withdrawal_count'
  | 'withdrawals'
  | 'bets'
  | 'turnover'
  | 'payout'
  | 'bonus'
  | 'chargebacks'
  | 'ggr'
  | 'ngr'

/** How exports of one system name their columns. */
export interface MigrationKit {
  readonly name: string
  readonly columns: Readonly<Partial<Record<TotalTarget, readonly string[]>>>
}

/** Names that every kit knows: those of this product, and what programmes usually write in three languages. */
const blank: MigrationKit = {
  name: 'blank',
  columns: {
    day: ['date', 'data', 'dia', 'fecha', 'period', 'stat date', 'activity date'],
    link: ['action token', 'tracker', 'tracking code', 'link token', 'token', 'btag', 'rastreador', 'enlace'],
    affiliate: ['affiliate id', 'id afiliado', 'affiliate token', 'afiliado', 'id de afiliado', 'afiliado id'],
    product: ['produto', 'producto', 'vertical'],
    currency: ['moeda', 'moneda'],
    clicks: ['cliques', 'clics', 'hits', 'visits'],
    unique_clicks: ['uniques', 'unicos', 'cliques unicos', 'unique visitors', 'unique hits', 'clics unicos'],
    registrations: ['cadastros', 'registros', 'registos', 'signups', 'sign ups', 'regs', 'registration count'],
    ftd: ['ftds', 'first deposits', 'first time depositors', 'ftd count', 'primeiros depositos', 'primeros depositos'],
    deposit_count: ['deposits count', 'depositos qtd', 'number of deposits', 'qtd depositos', 'depositos cantidad'],
    deposits: ['deposit amount', 'deposits amount', 'deposits value', 'depositos r', 'depositos', 'total deposits'],
    withdrawal_count: ['withdrawals count', 'number of withdrawals', 'saques qtd'],
    withdrawals: ['withdrawal amount', 'withdrawals amount', 'saques', 'retiros', 'cashouts'],
    bets: ['bets count', 'bet count', 'number of bets', 'apostas qtd', 'qtd apostas'],
    turnover: ['stake', 'stakes', 'bet amount', 'bets amount', 'wagers', 'wagered', 'apostado', 'handle', 'volume'],
    payout: ['payouts', 'winnings', 'wins', 'wins amount', 'premios', 'ganancias'],
    bonus: ['bonuses', 'bonus amount', 'bonus cost', 'bonuses cost', 'bonos'],
    chargebacks: ['chargeback', 'chargebacks amount', 'estornos', 'contracargos'],
    ggr: ['gross revenue', 'gross gaming revenue', 'receita bruta', 'ingresos brutos', 'hold'],
    ngr: ['net revenue', 'net gaming revenue', 'receita liquida', 'ingresos netos'],
  },
}

/**
 * Heads that say that a column holds an amount: beside one, a column that is called like the amount alone holds a count
 * (`Deposits`, `Deposit amount`).
 */
export const saidAmounts: readonly {
  amount: TotalMeasure
  said: readonly string[]
  count: TotalMeasure
  bare: readonly string[]
}[] = [
  {
    amount: 'deposits',
    said: [
      'deposit amount',
      'deposits amount',
      'deposit value',
      'deposits value',
      'deposit sum',
      'deposits sum',
      'total deposits',
      'deposit total',
      'depositos r',
      'valor depositos',
      'valor de depositos',
      'valor dos depositos',
      'valor depositado',
      'monto de depositos',
      'monto depositado',
    ],
    count: 'deposit_count',
    bare: ['deposits', 'depositos'],
  },
  {
    amount: 'withdrawals',
    said: [
      'withdrawal amount',
      'withdrawals amount',
      'withdrawal value',
      'withdrawals value',
      'withdrawals sum',
      'cashouts sum',
      'total withdrawals',
      'saques r',
      'valor saques',
      'valor dos saques',
      'monto de retiros',
    ],
    count: 'withdrawal_count',
    bare: ['withdrawals', 'cashouts', 'saques', 'retiros'],
  },
]

const affilka: MigrationKit = {
  name: 'affilka',
  columns: {
    day: ['date'],
    link: ['tracker code', 'tag', 'promo code', 'campaign tag', 'stag'],
    affiliate: ['partner id', 'partner'],
    clicks: ['visits count'],
    unique_clicks: ['unique visits count'],
    registrations: ['registrations count'],
    ftd: ['ftd count', 'first deposits count'],
    deposit_count: ['deposits count'],
    deposits: ['deposits sum'],
    withdrawal_count: ['cashouts count'],
    withdrawals: ['cashouts sum'],
    bets: ['bets count'],
    turnover: ['bets sum'],
    payout: ['wins sum'],
    bonus: ['bonus issues sum', 'bonuses sum'],
    chargebacks: ['chargebacks sum'],
    ggr: ['ggr'],
    ngr: ['ngr', 'clean net revenue'],
  },
}

const myAffiliates: MigrationKit = {
  name: 'myAffiliates',
  columns: {
    day: ['activity date', 'date'],
    link: ['btag', 'token', 'media token', 'encoded token'],
    affiliate: ['user id', 'affiliate', 'affiliate user id'],
    clicks: ['clicks'],
    unique_clicks: ['unique clicks'],
    registrations: ['signups'],
    ftd: ['first deposit count', 'first deposits'],
    deposit_count: ['deposit count'],
    deposits: ['deposits'],
    turnover: ['bets', 'stakes'],
    payout: ['wins', 'payouts'],
    bonus: ['bonuses', 'free bets'],
    chargebacks: ['chargebacks'],
    ggr: ['gross revenue'],
    ngr: ['net revenue'],
  },
}

const incomeAccess: MigrationKit = {
  name: 'incomeAccess',
  columns: {
    day: ['transaction date', 'stat date', 'date'],
    link: ['btag', 'site id tag', 'creative tag', 'c tag'],
    affiliate: ['affiliate id', 'pid', 'account id'],
    clicks: ['clicks'],
    registrations: ['signups', 'new signups', 'registrations'],
    ftd: ['new depositing accounts', 'new depositors', 'depositing signups'],
    deposit_count: ['deposit count'],
    deposits: ['deposits', 'deposit total'],
    bets: ['bet count'],
    turnover: ['turnover', 'stake', 'total wager'],
    bonus: ['bonus', 'bonuses'],
    chargebacks: ['chargebacks', 'charge backs'],
    ggr: ['gross revenue', 'gross win'],
    ngr: ['net revenue', 'player net revenue'],
    'bets.turnover': ['sports stake'],
    'bets.ggr': ['sports gross revenue'],
    'bets.ngr': ['sports net revenue'],
    'games.turnover': ['casino stake'],
    'games.ggr': ['casino gross revenue'],
    'games.ngr': ['casino net revenue'],
  },
}

const cellxpert: MigrationKit = {
  name: 'cellxpert',
  columns: {
    day: ['day', 'date'],
    link: ['tracking code', 'afp', 'cxd', 'link id'],
    affiliate: ['affiliate id', 'affiliateid', 'affiliate'],
    clicks: ['visitors', 'unique visitors', 'clicks'],
    registrations: ['registrations', 'leads'],
    ftd: ['ftd', 'first time deposits'],
    deposit_count: ['deposits count', 'deposit count'],
    deposits: ['deposits', 'net deposits value'],
    withdrawals: ['withdrawals'],
    turnover: ['volume', 'bets volume'],
    bonus: ['bonus', 'bonuses'],
    chargebacks: ['chargeback', 'chargebacks'],
    ggr: ['pl', 'ggr'],
    ngr: ['net pl', 'ngr'],
  },
}

const netRefer: MigrationKit = {
  name: 'netRefer',
  columns: {
    day: ['activity date', 'period date', 'date'],
    link: ['marketing source', 'btag', 'marketing source id', 'media id'],
    affiliate: ['affiliate id', 'affiliate', 'customer affiliate id'],
    clicks: ['clicks'],
    unique_clicks: ['unique clicks'],
    registrations: ['signups', 'customer registrations', 'registered customers'],
    ftd: ['first time depositors', 'new depositing customers', 'depositing customers first time'],
    deposit_count: ['deposits count', 'number of deposits'],
    deposits: ['deposits', 'deposit value'],
    withdrawals: ['withdrawals'],
    turnover: ['turnover'],
    payout: ['payouts'],
    bonus: ['bonus', 'bonuses'],
    chargebacks: ['chargebacks', 'adjustments'],
    ggr: ['gross revenue'],
    ngr: ['net revenue'],
  },
}

/** The kits: of those that know equally many columns of a file the first counts. */
export const migrationKits: readonly MigrationKit[] = [blank, affilka, myAffiliates, incomeAccess, cellxpert, netRefer]

/** How lists of players name their columns. */
export const playerListColumns = {
  name: 'players',
  columns: {
    player: [
      'player id',
      'customer id',
      'player ref',
      'id jogador',
      'jogador',
      'id do jogador',
      'id jugador',
      'jugador',
    ],
    link: [...blank.columns.link!, 'btag', 'stag', 'tag', 'marketing source', 'site id tag'],
    registered: ['registration date', 'cadastro', 'data de cadastro', 'signup date', 'registro', 'fecha de registro'],
    first_deposit: [
      'first deposit date',
      'ftd date',
      '1º depósito',
      '1 deposito',
      'primeiro deposito',
      'primer deposito',
    ],
    sub: ['sub id', 'subid', 'sub1', 'sub id 1', 'afp'],
  },
} as const

/** How files of opening balances name their columns. */
export const openingBalanceColumns = {
  name: 'openingBalances',
  columns: {
    day: [
      'date',
      'data',
      'data do saldo',
      'balance date',
      'as of',
      'as at',
      'data base',
      'fecha',
      'fecha del saldo',
      'dia',
    ],
    affiliate: [
      'affiliate id',
      'id afiliado',
      'affiliate token',
      'afiliado',
      'id de afiliado',
      'partner id',
      'user id',
    ],
    currency: ['moeda', 'moneda'],
    value: [
      'balance',
      'saldo',
      'saldo a pagar',
      'saldo a pagar r',
      'owed',
      'amount',
      'valor',
      'opening balance',
      'current balance',
      'account balance',
      'payable',
      'saldo actual',
      'saldo atual',
      'saldo pendente',
      'saldo pendiente',
    ],
    carried: [
      'negativo a compensar',
      'negativo a compensar r',
      'negative carryover',
      'negative carry over',
      'carried',
      'carry over',
      'carryover',
      'carried over',
      'negative balance',
      'saldo negativo',
      'saldo a compensar',
    ],
    note: ['observacao', 'observacion', 'comment', 'notes'],
  },
} as const
