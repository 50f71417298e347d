import type { SubtreeAccess, SelfAccess } from '../actor.ts'
import type { OfFeature } from '../feature.ts'
import type { RoleName } from '../names.ts'

/** What is read, or set, in sessions of one's own: `self` is of what is theirs. */
export type SelfFieldAccess = 'self' | { readonly read?: 'self'; readonly write?: 'self' }

/**
 * Who may see and set a field. Without it, whoever may see or set the record. Any one of the roles is enough; root
 * always may. Affiliates in sessions of their own see and set what is declared for them alone: `affiliate: 'self'`;
 * partners in theirs see of records that `partner: 'subtree'` opens to them the fields that say the same.
 */
export interface FieldAccess extends SelfAccess<SelfFieldAccess>, SubtreeAccess {
  readonly read?: readonly (RoleName | 'root')[]
  readonly write?: readonly (RoleName | 'root')[]
}

/** What something is called in each language. */
export type Label = Readonly<Record<string, string>>

/** What can be said of every field, whatever its kind. */
export interface CommonOptions extends OfFeature {
  /** What pages call it: `{ pt: 'Fim', en: 'Ends on', es: 'Fin' }`. Without it every language's `resources.ts` says it. */
  readonly label?: Label
  /** Must be filled in (where the field is visible, see `visibleWhen` of a resource). */
  readonly required?: boolean
  /** No two records may hold the same value; `within` a field: no two that agree in that one. */
  readonly unique?: boolean | { readonly within: string }
  /** The error of a value that another record holds already; `already_taken` where nothing is said. */
  readonly taken?: string
  /** The error of a new record whose value another one holds: it is there already, beside `taken` at the field. */
  readonly takenRecord?: string
  /** Two records with the same value raise a warning in the form, with a link to the other one. */
  readonly warnIfDuplicate?: boolean
  /** The search box of the list and the search palette look here. */
  readonly search?: boolean
  /** Shown as `***.982.247-**` to whoever holds none of these roles: `masked: ['financial']`. Root sees all of it. */
  readonly masked?: readonly RoleName[]
  /** Every value it ever had is kept with the days it held, because an entry must be explained with it. */
  readonly dated?: boolean
  /** Set by the server alone; a client may send it back unchanged. */
  readonly readOnly?: boolean
  /** In no form, list or filter; its values stay, and the API goes on with it. */
  readonly hidden?: boolean
  /** Set when the record is made, never after. */
  readonly createOnly?: boolean
  readonly access?: FieldAccess
  /** Tells something of a person: it is exported and redacted with the person, and who reads it is recorded. */
  readonly personal?: boolean
  /**
   * For how long a personal value is kept after the record was last used, as ISO 8601 writes it: `P5Y`, `P18M`, `P90D`.
   * The job `retention` redacts it then. `keep` of the resource counts where the field says nothing.
   */
  readonly keep?: string
  /** How other systems head its column in their files, in any language: an import matches it by these too. */
  readonly alsoCalled?: readonly string[]
  /** How other systems head a second column of it, such as surnames: what stands there follows after a blank. */
  readonly continuedBy?: readonly string[]
  /** A record that an import makes may lack it, though it is required: it is incomplete until somebody fills it in. */
  readonly importedLater?: boolean
  /** Set on a page of its own: no form asks for it. */
  readonly setElsewhere?: true
  /** The column's former name: the migration renames it and keeps its values. */
  readonly renamedFrom?: string
}

/** Text values may be bounded and looked at more closely. */
export interface TextOptions extends CommonOptions {
  /** Fewest characters. */
  readonly min?: number
  /** Most characters; 200 where nothing is said. */
  readonly max?: number
  readonly default?: string
  /** Two references whose names are proposed together while somebody makes a record and writes no text of their own. */
  readonly proposedFrom?: readonly [string, string]
}
