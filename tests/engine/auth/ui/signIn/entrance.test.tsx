import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { pages as english } from '#locales/en/pages.ts'
import { pages } from '#locales/pt/pages.ts'
import WelcomePages from '#app/ui/WelcomePages.tsx'
import { SignInApp } from '#engine/auth/ui/signIn/Entrance.tsx'
import type { SignInCalls } from '#engine/auth/ui/signIn/SignInCalls.ts'

const refusal = (code: string) => Object.assign(new Error('refused'), { code })

function buildCalls(given: Partial<SignInCalls> = {}): SignInCalls {
  return {
    signIn: async () => 'signed_in',
    confirmSecondStep: async () => {},
    signInByKey: async () => 'signed_in',
    dueSecondStep: () => null,
    startOver: () => {},
    sendQuietly: async () => Response.json({}),
    ...given,
  }
}

function open(address: string, given: Partial<SignInCalls> = {}, state: object | null = null) {
  window.history.replaceState(state, '', address)
  const enter = vi.fn()
  render(<SignInApp calls={buildCalls(given)} enter={enter} WelcomePages={WelcomePages} />)
  return { enter, user: userEvent.setup() }
}

beforeEach(() => {
  localStorage.clear()
  // jsdom has no scrolling.
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})

describe('the first step', () => {
  it('enters with the right e-mail and password', async () => {
    const signIn = vi.fn(async () => 'signed_in' as const)
    const { enter, user } = open('/', { signIn })
    await user.type(screen.getByLabelText(pages.signIn.email), ' root@example.com ')
    await user.type(screen.getByLabelText(pages.signIn.password), 'Secret-1{Enter}')
    await waitFor(() => expect(enter).toHaveBeenCalledOnce())
    expect(signIn).toHaveBeenCalledWith({ email: 'root@example.com', password: 'Secret-1' })
  })

  it('says what is missing before asking the server, and puts the focus there', async () => {
    const signIn = vi.fn(async () => 'signed_in' as const)
    const { user } = open('/', { signIn })
    await user.type(screen.getByLabelText(pages.signIn.email), 'no-address')
    await user.click(screen.getByRole('button', { name: pages.signIn.submit }))
    expect(screen.getByText(pages.signIn.invalidEmail)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(pages.signIn.email)))
    expect(signIn).not.toHaveBeenCalled()
  })

  it('says in Portuguese that e-mail or password are wrong', async () => {
    const { enter, user } = open('/', {
      signIn: async () => {
        throw refusal('invalid_credentials')
      },
    })
    await user.type(screen.getByLabelText(pages.signIn.email), 'root@example.com')
    await user.type(screen.getByLabelText(pages.signIn.password), 'wrong{Enter}')
    const { errors } = await import('#locales/pt/errors.ts')
    expect(await screen.findByText(errors.invalid_credentials)).toBeTruthy()
    expect(enter).not.toHaveBeenCalled()
  })

  it('says that there is no network where nothing answered', async () => {
    const { user } = open('/', {
      signIn: async () => {
        throw new TypeError('Failed to fetch')
      },
    })
    await user.type(screen.getByLabelText(pages.signIn.email), 'root@example.com')
    await user.type(screen.getByLabelText(pages.signIn.password), 'x{Enter}')
    expect(await screen.findByText(pages.notices.networkError)).toBeTruthy()
  })

  it('says why one is here after asking for another page', () => {
    open('/?next=%2Fhome')
    expect(screen.getByText(pages.signIn.wanted)).toBeTruthy()
  })
})

describe('the second step', () => {
  it('follows where a code is asked for, and keeps where one wanted to go', async () => {
    let due: { otpauthUrl: null } | null = null
    const { user } = open('/?next=%2Fhome', {
      signIn: async () => {
        due = { otpauthUrl: null }
        return 'second_step'
      },
      dueSecondStep: () => due,
    })
    await user.type(screen.getByLabelText(pages.signIn.email), 'root@example.com')
    await user.type(screen.getByLabelText(pages.signIn.password), 'Secret-1{Enter}')
    expect(await screen.findByRole('heading', { name: pages.secondStep.title })).toBeTruthy()
    expect(`${window.location.pathname}${window.location.search}`).toBe('/login?next=%2Fhome')
  })

  it('follows at /login too, where one signs in anew after signing out', async () => {
    let due: { otpauthUrl: null } | null = null
    const { user } = open('/login', {
      signIn: async () => {
        due = { otpauthUrl: null }
        return 'second_step'
      },
      dueSecondStep: () => due,
    })
    await user.type(screen.getByLabelText(pages.signIn.email), 'root@example.com')
    await user.type(screen.getByLabelText(pages.signIn.password), 'Secret-1{Enter}')
    expect(await screen.findByRole('heading', { name: pages.secondStep.title })).toBeTruthy()
  })

  it('takes digits only and confirms six of them', async () => {
    const confirmSecondStep = vi.fn(async () => {})
    const { enter, user } = open('/login', { dueSecondStep: () => ({ otpauthUrl: null }), confirmSecondStep })
    await user.type(screen.getByLabelText(pages.secondStep.code), '12 34-56x7{Enter}')
    await waitFor(() => expect(enter).toHaveBeenCalledOnce())
    expect(confirmSecondStep).toHaveBeenCalledWith({ totp: '123456' })
  })

  it('keeps a code that is too short here', async () => {
    const confirmSecondStep = vi.fn(async () => {})
    const { user } = open('/login', { dueSecondStep: () => ({ otpauthUrl: null }), confirmSecondStep })
    await user.type(screen.getByLabelText(pages.secondStep.code), '123{Enter}')
    expect(screen.getByLabelText(pages.secondStep.code).getAttribute('aria-invalid')).toBe('true')
    expect(confirmSecondStep).not.toHaveBeenCalled()
  })

  it('shows the picture at the first time, and asks for the code once it was read', async () => {
    const { user } = open('/login', {
      dueSecondStep: () => ({ otpauthUrl: 'otpauth://totp/Office:root?secret=JBSWY3DPEHPK3PXP' }),
    })
    expect(await screen.findByRole('img', { name: pages.secondStep.qrLabel })).toBeTruthy()
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
    expect(screen.queryByLabelText(pages.secondStep.code)).toBeNull()
    await user.click(screen.getByLabelText(pages.secondStep.haveRead))
    expect(screen.getByLabelText(pages.secondStep.code)).toBeTruthy()
  })

  it('leads back to the first step for somebody else', async () => {
    const startOver = vi.fn()
    const { user } = open('/login', { dueSecondStep: () => ({ otpauthUrl: null }), startOver })
    await user.click(screen.getByRole('link', { name: pages.secondStep.startOver }))
    expect(startOver).toHaveBeenCalledOnce()
    expect(screen.getByRole('heading', { name: pages.signIn.title })).toBeTruthy()
  })

  it('is the first step where none is due, and says that one is signed out only after signing out', () => {
    open('/login')
    expect(screen.queryByText(pages.signIn.signedOut)).toBeNull()
    expect(screen.getByLabelText(pages.signIn.password)).toBeTruthy()
    cleanup()
    open('/login', {}, { isSignedOut: true })
    expect(screen.getByText(pages.signIn.signedOut)).toBeTruthy()
  })
})

it('asks a partner for a code where the key alone is not enough', async () => {
  const signInByKey = vi.fn(async () => 'second_step' as const)
  const { enter, user } = open('/login/partner', { signInByKey, dueSecondStep: () => ({ otpauthUrl: null }) })
  await user.type(screen.getByLabelText(pages.partnerSignIn.token), 'ak_123{Enter}')
  expect(await screen.findByRole('heading', { name: pages.secondStep.title })).toBeTruthy()
  expect(window.location.pathname).toBe('/login')
  expect(enter).not.toHaveBeenCalled()
})

it('lets a partner in by access key', async () => {
  const signInByKey = vi.fn(async () => 'signed_in' as const)
  const { enter, user } = open('/login/partner', { signInByKey })
  await user.type(screen.getByLabelText(pages.partnerSignIn.token), ' pt-123 {Enter}')
  await waitFor(() => expect(enter).toHaveBeenCalledOnce())
  expect(signInByKey).toHaveBeenCalledWith('partner', { token: 'pt-123' })
})

it('shows the page that is not there for every other address', () => {
  open('/nothing')
  expect(screen.getByRole('heading', { name: pages.notFound.title })).toBeTruthy()
})

it('speaks Portuguese until another language is chosen, and remembers it', async () => {
  const { user } = open('/')
  expect(document.documentElement.lang).toBe('pt')
  await user.selectOptions(screen.getByLabelText(pages.signIn.language), 'en')
  expect(await screen.findByRole('heading', { name: english.signIn.title })).toBeTruthy()
  expect(document.documentElement.lang).toBe('en')
  expect(localStorage.getItem('language')).toBe('en')
  expect(document.title).toContain(english.signIn.title)
})
