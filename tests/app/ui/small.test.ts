import { describe, expect, test } from 'vitest'
import { examine } from '#engine/ui/fields/inputs/expression/expressionLanguage.ts'
import { sampleValues } from '#engine/values/expression/sampleValues.ts'
import { deviceParts } from '#engine/auth/ui/sessions/deviceName.ts'
import { type LevelPreview, rungResults } from '#features/partners/ui/partnerLevels/levelPreview.ts'

const rung = (level: number, expression: string): LevelPreview => ({
  id: level,
  name: `L${level}`,
  level,
  expression,
  isThis: false,
})

describe('the levels above and below', () => {
  test('pass on what each earned as the value of the next', () => {
    expect(
      rungResults(
        [
          rung(1, '(ngr - affiliate_reward - abatment) * percentage'),
          rung(2, 'value * percentage'),
          rung(3, 'value * 10%'),
        ],
        examine,
        sampleValues,
      ),
    ).toEqual(['189.00', '56.70', '5.67'])
  })

  test('count a loss as nothing, and have no result where a formula has none', () => {
    expect(rungResults([rung(1, 'ngr - 2000'), rung(2, 'value + 1'), rung(3, 'ngrx')], examine, sampleValues)).toEqual([
      '0.00',
      '1.00',
      null,
    ])
  })
})

describe('the name of a device', () => {
  test.each([
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
      'Chrome',
      'Linux',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0',
      'Edge',
      'Windows',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
      'Safari',
      'iPhone',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
      'Samsung Internet',
      'Android',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15.0; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox', 'macOS'],
    ['something else', null, null],
  ])('of %s', (userAgent, browser, system) => {
    expect(deviceParts(userAgent)).toEqual({ browser, system })
  })
})
