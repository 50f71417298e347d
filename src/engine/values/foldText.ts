/**
 * How texts are compared the way people mean them: without case, accents and compatibility forms. The database does the
 * same in `searchable_text` (0980_searchable_text.sql); a test holds both to each other.
 */

/** Accents, variation selectors, soft hyphens and other characters that are not seen: ranges of their codes. */
const unseenRanges =
  '00ad 0300-036f 0483-0489 0591-05bd 05bf 05c1-05c2 05c4-05c5 05c7 0640 064b-065f 0670 1ab0-1aff 1dc0-1dff 200b-200f 202a-202e 2060-2064 20d0-20ff fe00-fe0f fe20-fe2f feff'
const unseen = new RegExp(`[${unseenRanges.replace(/[0-9a-f]{4}/g, '\\u$&').replaceAll(' ', '')}]`, 'g')
/** Signs written as an apostrophe, those of Catalan's `l·l` among them, and those written as a hyphen. */
const apostrophes = /['`´·ʹʻʼʽˈ‘’‚‛′]/g
const hyphens = /[-‐‑‒–—―−]/g
const blanks = /[ \t\n\r\f\v]+/g

/** Letters that no accent is taken from, beside the one that is typed for them. */
const letters = [
  ['đðħıłøŧŋƀɨɖƙɓɗəς', 'ddhilotnbidkbdeσ'],
  ['ĐÐĦŁØŦŊɃƗƉƘƁƊƏ', 'ddhlotnbidkbde'],
  [
    'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐҒҚҢҮҰҲҺӘӨ',
    'αβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћџґғқңүұҳһәө',
  ],
  // A fraction's stroke, and quotes of every kind.
  ['⁄∕“”„‟«»〝〞', '//""""""""'],
  ['ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ', 'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ'],
] as const
/** Letters for which several are typed. */
const several: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'ss',
  æ: 'ae',
  Æ: 'ae',
  œ: 'oe',
  Œ: 'oe',
  þ: 'th',
  Þ: 'th',
}

const typedFor = new Map<string, string>([
  ...letters.flatMap(([from, to]) => {
    const typed = [...to]
    return [...from].map((letter, place) => [letter, typed[place]!] as const)
  }),
  ...Object.entries(several),
])

function folded(text: string, apostrophe: string, hyphen: string): string {
  return text
    .replace(apostrophes, apostrophe)
    .normalize('NFKD')
    .replace(unseen, '')
    .replace(apostrophes, apostrophe)
    .replace(hyphens, hyphen)
    .replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
    .replace(/[^\0-\x7f]/gu, (letter) => typedFor.get(letter) ?? letter)
    .replace(blanks, ' ')
    .replace(/^ | $/g, '')
}

/** The form in which two texts are the same: `João` as `joao`, `Weißkopf` as `weisskopf`, `d'Ávila-Sá` as `davila sa`. */
export function foldText(text: string): string {
  return folded(text, '', ' ')
}

/** How German and Danish names are written where their letters are missing: `Müller` as `Mueller`. */
const digraphs: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }

/** A text with these letters as two; null where it has none of them. */
function withDigraphs(text: string): string | null {
  const composed = text.normalize('NFC')
  const written = composed.replace(/[äöüåø]/giu, (letter) => digraphs[letter.toLowerCase()]!)
  return written === composed ? null : written
}

/**
 * The form in which a folded text is sought: it holds the text as it is folded and, on a second line, with apostrophes
 * as blanks and hyphens joined, so that `analucia` and `d avila` are found as well; then the same with digraphs
 * (`mueller`), where there are any.
 */
export function searchableText(text: string): string {
  const written = withDigraphs(text)
  const texts = written === null ? [text] : [text, written]
  return texts
    .flatMap((each) => {
      const [whole, other] = [foldText(each), folded(each, ' ', '')]
      return whole === other ? [whole] : [whole, other]
    })
    .join('\n')
}

/**
 * The words of what was typed, folded, each in the forms that it can be written in: a text is found that holds each of
 * them in one. What a hyphen joins is one word, so that a day (`03-20`) finds that day alone.
 */
export function soughtWords(typed: string): string[][] {
  const words = new Map(
    typed
      .normalize('NFKC')
      .split(blanks)
      .map((word) => {
        const written = withDigraphs(word)
        return [foldText(word), written === null ? [foldText(word)] : [foldText(word), foldText(written)]]
      }),
  )
  return [...words.values()].filter(([word]) => word !== '')
}

/** Whether a text holds each word that was typed, in whatever case, with or without its accents. */
export function holdsText(text: string, typed: string): boolean {
  const searched = searchableText(text)
  return soughtWords(typed).every((forms) => forms.some((form) => searched.includes(form)))
}
