import type { MatchReason } from '../answers/reconciliation.ts'
import { type Money, sumMoney } from '#engine/values/money.ts'
import type { StatementLine } from './formats/statementLine.ts'
import type { KnownPayment } from './knownPayments.ts'
import { isOpenThere, isSameAmount } from './proposeMatches.ts'
import { bareReference, ReferenceIndex, referencesIn } from './references.ts'

/** A line with the payments it is: one, a batch, or one of which it is a part. */
export interface Named {
  readonly payments: readonly KnownPayment[]
  readonly reason: Extract<MatchReason, 'reference' | 'batch' | 'parts'>
}
/** A line that names a payment which is told already, or which has another amount. */
export interface Misnamed {
  readonly payment: KnownPayment
  readonly is: 'duplicate' | 'other_amount'
}

/** The payments of one reference, and how far lines have taken them; looked up in constant time. */
class Place {
  readonly payments: readonly KnownPayment[]
  readonly #taken: Set<string>
  readonly #byAmount: Map<Money, KnownPayment[]>
  /** By state and list: those before it are taken. */
  readonly #next = new Map<string, number>()
  readonly #left = new Map<string, { readonly taken: number; readonly left: KnownPayment[]; readonly total: Money }>()
  /** By state, lines that none of the payments fits alone. */
  readonly parts = new Map<string, Set<StatementLine>>()

  constructor(payments: readonly KnownPayment[], taken: Set<string>) {
    this.payments = payments
    this.#taken = taken
    this.#byAmount = Map.groupBy(payments, ({ value }) => value)
  }

  ofAmount(there: Pick<StatementLine, 'amount' | 'currency'>): KnownPayment | undefined {
    return this.#byAmount.get(there.amount)?.find((payment) => isSameAmount(payment, there))
  }

  #firstLeft(list: readonly KnownPayment[], state: string, key: string): KnownPayment | undefined {
    let next = this.#next.get(key) ?? 0
    while (next < list.length && this.#taken.has(`${list[next]!.id} ${state}`)) next += 1
    this.#next.set(key, next)
    return list[next]
  }

  leftOfAmount(there: StatementLine): KnownPayment | undefined {
    const { amount, state } = there
    const list = this.#byAmount.get(amount) ?? []
    const left = this.#firstLeft(list, state, `${state} ${amount}`)
    if (!left || isSameAmount(left, there)) return left
    return list.find((payment) => isSameAmount(payment, there) && !this.#taken.has(`${payment.id} ${state}`))
  }

  firstLeft({ state }: StatementLine): KnownPayment | undefined {
    return this.#firstLeft(this.payments, state, state)
  }

  /** The payments of the reference that no line has told yet, and what they come to. */
  left({ state }: StatementLine): { readonly left: readonly KnownPayment[]; readonly total: Money } {
    const known = this.#left.get(state)
    if (known?.taken === this.#taken.size) return known
    const left = this.payments.filter(
      (payment) => !this.#taken.has(`${payment.id} ${state}`) && (state === 'returned' || isOpenThere(payment)),
    )
    const found = { taken: this.#taken.size, left, total: sumMoney(left.map(({ value }) => value)) }
    this.#left.set(state, found)
    return found
  }
}

/** Which payments each line names, by references of any length. */
export class NamedPayments {
  readonly #byName: ReferenceIndex<KnownPayment>
  readonly #byText: ReferenceIndex<KnownPayment>
  readonly #taken = new Set<string>()
  readonly #places = new Map<readonly KnownPayment[], Place>()
  readonly #placesOf = new Map<StatementLine, { readonly names: readonly Place[]; readonly texts: readonly Place[] }>()

  constructor(known: readonly KnownPayment[], lines: readonly StatementLine[]) {
    const named = known.flatMap((payment) => payment.names.map((name) => [name, payment] as const))
    this.#byName = new ReferenceIndex(named)
    // A payment's number in a text is a coincidence.
    this.#byText = new ReferenceIndex(named.filter(([name, { id }]) => name !== String(id)))
    for (const there of lines) {
      const names = there.names.flatMap((name) => this.#place(this.#byName.find(bareReference(name))))
      const texts = referencesIn(there.text).flatMap((name) => this.#place(this.#byText.find(name)))
      this.#placesOf.set(there, { names, texts })
      const places = [...names, ...texts]
      if (places.some((place) => place.ofAmount(there) !== undefined)) continue
      for (const { parts } of places) parts.set(there.state, (parts.get(there.state) ?? new Set()).add(there))
    }
  }

  #place(payments: readonly KnownPayment[]): Place[] {
    if (payments.length === 0) return []
    const place = this.#places.get(payments) ?? new Place(payments, this.#taken)
    this.#places.set(payments, place)
    return [place]
  }

  #take(there: StatementLine, payments: readonly KnownPayment[], reason: Named['reason']): Named {
    for (const { id } of payments) this.#taken.add(`${id} ${there.state}`)
    return { payments, reason }
  }

  /**
   * The payments of a line: of several of one reference each line takes another one, of its amount; else all of them
   * where they add up to it; else the one to which several lines add up. What a text holds counts for the same amount
   * alone.
   */
  take(there: StatementLine): Named | Misnamed | null {
    const { names, texts } = this.#placesOf.get(there)!
    const places = [...names, ...texts]
    for (const place of places) {
      const one = place.leftOfAmount(there)
      if (one) return this.#take(there, [one], 'reference')
    }
    for (const place of places) {
      if (place.payments.length < 2) continue
      const { left, total } = place.left(there)
      if (left.length > 1 && isSameAmount({ currency: left[0]!.currency, value: total }, there))
        return this.#take(there, left, 'batch')
    }
    for (const place of places) {
      const parts = place.parts.get(there.state)
      if (!parts?.has(there) || parts.size < 2 || parts.size > partsMax) continue
      const amount = sumMoney([...parts].map((part) => part.amount))
      const whole = place.ofAmount({ ...there, amount })
      if (whole) return this.#take(there, [whole], 'parts')
    }
    const again = places.map((place) => place.ofAmount(there)).find((payment) => payment !== undefined)
    if (again) return { payment: again, is: 'duplicate' }
    const [place] = names
    if (!place) return null
    const other = place.firstLeft(there)
    if (!other) return { payment: place.payments[0]!, is: 'duplicate' }
    this.#take(there, [other], 'reference')
    return { payment: other, is: 'other_amount' }
  }
}

/** One payment does not leave in more debits than these. */
const partsMax = 50
