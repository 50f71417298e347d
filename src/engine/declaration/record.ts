import type { Field, FieldMap, Piece } from './fields/index.ts'

type Plain<F> = F extends { kind: 'choice'; choices: { values: readonly (infer Value)[] } }
  ? Value
  : F extends { kind: 'manyOf'; choices: { values: readonly (infer Value)[] } }
    ? Value[]
    : F extends { kind: 'boolean' }
      ? boolean
      : F extends { kind: 'integer' | 'percent' | 'money' | 'reference' }
        ? number
        : F extends { kind: 'references' }
          ? number[]
          : F extends { kind: 'list'; items: infer Items extends FieldMap }
            ? RecordValues<Items>[]
            : F extends { kind: 'blocks'; pieces: infer Pieces extends Readonly<Record<string, Piece>> }
              ? BlockOf<Pieces>[]
              : F extends { kind: 'computed'; as: 'integer' | 'money' }
                ? number
                : F extends { kind: 'computed'; as: 'boolean' }
                  ? boolean
                  : F extends { kind: 'computed'; as: 'json' }
                    ? unknown
                    : string

/** Any of some types of pieces, as the API carries it: what it does not say is missing. */
export type BlockOf<Pieces extends Readonly<Record<string, Piece>>> = {
  [Type in keyof Pieces & string]: { readonly type: Type; readonly key: string } & Partial<
    RecordValues<Pieces[Type]['fields']>
  >
}[keyof Pieces & string]

/** The value of a field as the API carries it: `null` where it may be empty. */
export type ValueOf<F extends Field> = F extends
  | { required: true }
  | { kind: 'manyOf' | 'references' | 'list' | 'blocks' | 'boolean' }
  ? Plain<F>
  : Plain<F> | null

/** The values of a set of fields. */
export type RecordValues<F extends FieldMap> = { -readonly [Name in keyof F]: ValueOf<F[Name]> }

/** A record as generic code sees it. */
export type AnyRecord = Record<string, unknown>
