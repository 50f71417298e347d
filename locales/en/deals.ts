/**
 * How a deal is said as a paragraph, in English; this file gives the shape that the other languages fill in. Loaded with
 * the first sentence that is said.
 */
export const deals = {
  title: 'What it says',
  pays: 'pays %{rate} for each player who %{conditions}',
  share: 'pays %{rate} of %{base} of %{product}',
  tier: '%{rate} from %{from}',
  less: 'less %{rate}% of %{of} (%{kind})',
  floor: 'at least %{amount} a month',
  quarantine:
    'a player who wins more than %{amount} in a month is kept apart: the win is set against what that player loses later, and nothing else',
  quarantineByCommission: 'the commission that is withheld of those losses is set off 1:1',
  leaves:
    'a player who neither deposits nor bets for %{days} day leaves the affiliate for good |||| a player who neither deposits nor bets for %{days} days leaves the affiliate for good',
  quarantineNegative:
    'in a negative month a player who won more than %{amount} is kept apart, as far as the month is negative: that is set against what the player loses later, and nothing else',
  ceiling: 'at most %{amount} a month',
  tierBy: 'by %{fact}',
  cpaPlayers: {
    none: 'nothing of players that CPA is paid for',
    earnedBack: 'of players that CPA is paid for once that is earned back',
    advance: 'of players that CPA is paid for only what goes beyond it: CPA is an advance',
  },
  playerRate: '%{rate}% of players %{which}',
  overrides: 'instead, %{list}',
  override: '%{rate} on %{where}',
  registeredFrom: 'registered from %{day} on',
  registeredBefore: 'registered before %{day}',
  afterMonths: 'after %{months} month |||| after %{months} months',
  tierMonths: '%{months}: %{span}',
  launch: '%{rate} instead in the first month |||| %{rate} instead in the first %{months} months',
  flatFee: 'a fee of %{fee} in each month that has: %{list}',
  tierPlayers: '%{rate} from player %{from} on',
  adminFee: 'after an admin fee of %{fee}% of GGR',
  and: 'and',
  or: 'or',
  atLeast: '%{amount} or more',
  moreThan: 'more than %{amount}',
  facts: {
    registration: 'registers',
    firstDeposit: 'makes a first deposit of %{amount}',
    depositCount: 'makes %{amount} deposits',
    depositSum: 'deposits %{amount}',
    depositSumSingle: 'makes a single deposit of %{amount}',
    wagerCount: 'places %{amount} wagers',
    wagerSum: 'wagers %{amount}',
    wagerSumSingle: 'places a single wager of %{amount}',
    rounds: 'plays %{amount} rounds',
    ggr: 'brings a GGR of %{amount}',
    ngr: 'brings an NGR of %{amount}',
    daysActive: 'plays on %{amount} days',
  },
  product: '(%{product})',
  withinDays: 'within %{count} day of %{since} |||| within %{count} days of %{since}',
  withinHours: 'within %{count} hour of %{since} |||| within %{count} hours of %{since}',
  since: { registration: 'registration', firstDeposit: 'the first deposit', click: 'the click' },
  countries: 'from %{countries} alone',
  held: 'held %{days} day |||| held %{days} days',
  caps: { day: 'at most %{amount} a day', month: 'at most %{amount} a month', deal: 'at most %{amount} in all' },
  later: '(the rest is paid later)',
  stages: 'and further %{list}',
  stage: '%{value} once it %{condition}',
  clawBack: {
    none: 'never taken back',
    barred: 'taken back when the player is barred',
    chargeback: 'taken back when a deposit is charged back',
    any: 'taken back when the player is barred or a deposit charged back',
  },
  clawBackDays: 'within %{days} day |||| within %{days} days',
  asked: {
    minimum: 'nothing is paid of a month before it has: %{list}',
    minimumFlag: 'a month is paid all the same and flagged unless it has: %{list}',
    months: 'in %{months} months',
    smallDeposits: 'deposits of %{upTo} or less of all deposits',
    barredPlayers: 'barred players among the new ones',
    atMost: 'at most %{amount}',
    lessThan: 'less than %{amount}',
  },
  trigger: 'has %{condition} (%{operation}) %{comparison}',
  once: 'paid once the affiliate %{trigger}',
  referral: {
    pays: 'for affiliates that were referred: %{list}',
    commission: '%{rate}% of their commission on level %{level}',
    ngr: '%{rate}% of their NGR on level %{level}',
  },
  carry: {
    fence: {
      none: 'a product’s loss is set against what the others earn',
      brand: 'a loss of a brand is set against what its products earn together, and no other brand’s',
      brandProduct: 'each product of each brand stands for itself: a loss is set against nothing else',
    },
    none: 'every month starts at zero',
    all: 'what a month loses of a product is carried into the next',
    chargebacks: 'what charge-backs make of a month’s loss is carried into the next',
    above: 'as far as it goes beyond %{amount}',
    atMost: 'at most %{amount}',
    months: 'for %{months} month |||| for %{months} months',
    reset:
      'nothing is carried out of a month with %{players} new depositor |||| nothing is carried out of a month with %{players} new depositors',
    resetMonths: 'counted over %{months} month |||| counted over %{months} months',
  },
}

type Texts<Shape> = { [Name in keyof Shape]: Shape[Name] extends string ? string : Texts<Shape[Name]> }

/** What a language says of deals. */
export type DealMessages = Texts<typeof deals>
