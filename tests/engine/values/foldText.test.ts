import { describe, expect, it } from 'vitest'
import { foldText, holdsText, searchableText } from '#engine/values/foldText.ts'

describe('foldText', () => {
  it.each([
    ['João', 'joao'],
    ['João'.normalize('NFD'), 'joao'],
    ['Weißkopf STRÄTLING', 'weisskopf stratling'],
    ['Işıl İlknur', 'isil ilknur'],
    ['Đặng Łukasz Øre', 'dang lukasz ore'],
    ["Sant’Annelli d'Ávila-Sá", 'santannelli davila sa'],
    ['  two\u00a0 \t blanks ', 'two blanks'],
    ['zero\u200bwidth soft\u00adhyphen', 'zerowidth softhyphen'],
    ['Иван ЁЛКИН', 'иван елкин'],
    ['ΟΔΥΣΣΕΥΣ Οδυσσεύς', 'οδυσσευσ οδυσσευσ'],
    ['ﬁm Ｆｕｌｌ', 'fim full'],
  ])('folds %j to %j', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })
})

describe('holdsText', () => {
  it.each([
    ['Ana-Lúcia', 'ana lucia'],
    ['Ana-Lúcia', 'analucia'],
    ['Ana Lúcia', 'ana-lucia'],
    ["d'Ávila", 'd avila'],
    ["d'Ávila", 'davila'],
    ['Jörgen Weißkopf Strätling', 'stratling jorgen'],
    ['Peña', ''],
    ['Jörgen Müller', 'joergen mueller'],
    ['Mueller', 'müller'],
    ['Muller', 'müller'],
    ['Bjo\u0308rn Ångström', 'bjoern aangstroem'],
    ['Ærø', 'aeroe'],
    ['½ Aposta', '1/2'],
    ['Ana “Bia” Souza', 'ana "bia"'],
    ['שָׁלוֹם', 'שלום'],
    ['محـمّد', 'محمد'],
    ['Trần Thị Hồng', 'tran thi hong'],
    ['Γιώργος Παπαδόπουλος', 'ΓΙΩΡΓΟΣ'],
    ['Ğülşah İnci', 'gulsah inci'],
    ['Ana\u3000Lúcia', '\u00a0lucia\u2003ana'],
  ])('finds %j for %j', (text, typed) => {
    expect(holdsText(text, typed)).toBe(true)
  })

  it.each([
    ['Françoise Garçonnet', 'garconete'],
    ['Rosa Nascimento', 'rosana'],
    ['João da Silva', 'joao souza'],
    ['Muller', 'mueller'],
  ])('does not find %j for %j', (text, typed) => {
    expect(holdsText(text, typed)).toBe(false)
  })
})

describe('searchableText', () => {
  it('has a second line where apostrophes or hyphens can be read in two ways', () => {
    expect(searchableText('João')).toBe('joao')
    expect(searchableText("Ana-Lúcia d'Ávila")).toBe('ana lucia davila\nanalucia d avila')
  })
})
