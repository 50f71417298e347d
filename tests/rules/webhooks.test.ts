import { describe, expect, it } from 'vitest'
import { fillAddress, namesItsHost, backoffSeconds, variablesIn, waitsSeconds } from '#rules/webhooks.ts'

describe('an address with variables', () => {
  it('has each escaped, and empty what is not known', () => {
    const address = 'https://a.example/{signal}?c={click_id}&s={sub1}&x={sub2}'
    const values = { signal: 'registration', click_id: 'a b&c=d#e', sub1: '../{sub2}', sub2: null }
    expect(fillAddress(address, values)).toBe('https://a.example/registration?c=a%20b%26c%3Dd%23e&s=..%2F%7Bsub2%7D&x=')
    expect(variablesIn(address)).toEqual(['signal', 'click_id', 'sub1', 'sub2'])
  })
  it.each([
    ['https://{sub1}.example/', true],
    ['https://a.example:{sub1}/', true],
    ['https://a.example/{sub1}', false],
    ['https://a.example?{sub1}', false],
    ['{sub1}', true],
  ])('%s: names its host %s', (address, answer) => expect(namesItsHost(address)).toBe(answer))
})

it('tries last three days, and rests grow', () => {
  expect(waitsSeconds.reduce((sum, wait) => sum + wait, 0) / 86_400).toBeCloseTo(3, 0)
  expect([0, 4, 5, 6, 7, 20].map(backoffSeconds)).toEqual([0, 0, 5, 10, 20, 300])
})
