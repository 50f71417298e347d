/** Changes of a database in the words of product owners, in the languages that the project comes with. */
import { lackingInWords as lackingInEnglish, type LackingColumn } from '#engine/server/database/requiredColumns.ts'
import type { UnusedColumn } from '#engine/server/database/schemaDifference.ts'

/** A sentence by language; others are told it in English. */
export interface Words {
  readonly pt: string
  readonly en: string
  readonly es: string
}

/** What a statement does, by its first words that say it. */
const kindsOfChange: readonly (readonly [RegExp, Words])[] = [
  [/^CREATE TABLE/, { pt: 'uma tabela nova', en: 'a new table', es: 'una tabla nueva' }],
  [/ADD COLUMN/, { pt: 'uma coluna nova', en: 'a new column', es: 'una columna nueva' }],
  [
    / RENAME COLUMN/,
    { pt: 'uma coluna muda de nome', en: 'a column gets another name', es: 'una columna cambia de nombre' },
  ],
  [
    /VALIDATE CONSTRAINT/,
    {
      pt: 'confere-se se cada um cumpre uma regra do banco',
      en: 'each of them is looked at, whether it keeps to a constraint',
      es: 'se comprueba si cada uno cumple una regla de la base',
    },
  ],
  [
    /ADD CONSTRAINT/,
    {
      pt: 'o que se gravar daqui em diante cumpre uma regra do banco',
      en: 'what is written from now on keeps to a constraint',
      es: 'lo que se guarde desde ahora cumple una regla de la base',
    },
  ],
  [
    /CREATE UNIQUE INDEX/,
    {
      pt: 'um índice de todos; não pode haver dois iguais',
      en: 'an index of all of them; no two may agree',
      es: 'un índice de todos; no puede haber dos iguales',
    },
  ],
  [/CREATE INDEX/, { pt: 'um índice de todos', en: 'an index of all of them', es: 'un índice de todos' }],
  [
    /^UPDATE/,
    {
      pt: 'preenchidos com o que está guardado',
      en: 'filled from what is stored',
      es: 'rellenados con lo que está guardado',
    },
  ],
  [
    /ALTER COLUMN "\w+" (SET|DROP) DEFAULT/,
    { pt: 'com o que os novos começam', en: 'what new ones begin with', es: 'con qué empiezan los nuevos' },
  ],
  [
    /ALTER COLUMN "\w+" TYPE/,
    {
      pt: 'uma coluna muda de tipo, e cada valor diz o mesmo',
      en: 'a column gets a type in which every value says the same',
      es: 'una columna cambia de tipo, y cada valor dice lo mismo',
    },
  ],
  [
    /DROP NOT NULL/,
    { pt: 'uma coluna pode ficar vazia', en: 'a column may be empty', es: 'una columna puede quedar vacía' },
  ],
  [
    /^SELECT keep_\w+_known/,
    {
      pt: 'o que se sabia deles é guardado e contado com as colunas novas',
      en: 'what was known of them is kept and told with its new columns',
      es: 'lo que se sabía de ellos se guarda y se cuenta con las columnas nuevas',
    },
  ],
]

const changed: Words = { pt: 'alterada', en: 'changed', es: 'cambiada' }

/** A migration that somebody wrote. */
export const migrationInWords: Words = { pt: 'uma migração', en: 'a migration', es: 'una migración' }

/** What a statement does, and how many records it concerns. */
export function changeInWords({
  table,
  records,
  statement,
}: {
  table: string
  records: number
  statement: string
}): Words {
  const bare = statement.replaceAll(/^--.*\n/gm, '')
  const what = kindsOfChange.find(([pattern]) => pattern.test(bare))?.[1] ?? changed
  const one = records === 1
  return {
    pt: `${table}, ${records} ${one ? 'registro' : 'registros'}: ${what.pt}`,
    en: `${table}, ${records} ${one ? 'record' : 'records'}: ${what.en}`,
    es: `${table}, ${records} ${one ? 'registro' : 'registros'}: ${what.es}`,
  }
}

/** Records that lack what became required, and what gives them a value. */
export function lackingInWords(lacking: LackingColumn): Words {
  const { table, column, records, fill } = lacking
  const count = `${lacking.lacking} de ${records}`
  return {
    pt: `${table}.${column} passa a ser obrigatório, e ${count} registros estão sem valor. ${
      fill === undefined
        ? 'Quem editar um deles precisa preencher. Para preencher todos, dê um `default` ao campo.'
        : `Recebem ${fill}, o padrão do campo.`
    }`,
    en: lackingInEnglish(lacking),
    es: `${table}.${column} pasa a ser obligatorio, y ${count} registros no tienen valor. ${
      fill === undefined
        ? 'Quien edite uno tendrá que darlo. Para rellenarlos todos, dele un `default` al campo.'
        : `Reciben ${fill}, el valor por defecto del campo.`
    }`,
  }
}

/** A field that is no longer declared: its column goes where it is empty, and is kept where it is not. */
export function switchedOffInWords({ table, column, values }: UnusedColumn): Words {
  const field = `${table}.${column}`
  return values === 0
    ? { pt: `${field} está vazia e sai`, en: `${field} is empty and goes`, es: `${field} está vacía y se quita` }
    : {
        pt: `${field} é desligado; os ${values} valores ficam guardados, e o campo os traz de volta`,
        en: `${field} is switched off; its ${values} ${values === 1 ? 'value is' : 'values are'} kept, and the field brings ${values === 1 ? 'it' : 'them'} back`,
        es: `${field} se apaga; sus ${values} valores se guardan, y el campo los trae de vuelta`,
      }
}
