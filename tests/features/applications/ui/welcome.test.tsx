import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { errors } from '#locales/pt/errors.ts'
import { portal } from '#locales/pt/portal.ts'
import WelcomePages from '#app/ui/WelcomePages.tsx'
import { SignInApp } from '#engine/auth/ui/signIn/Entrance.tsx'

const { answer, apply, documents, invitation, stop } = portal.welcome

type Answers = Readonly<Record<string, (body: Record<string, unknown>) => Response>>

/** Opens a page over a server that answers so, by path; what was sent stands in `sent`. */
function open(address: string, answers: Answers) {
  window.history.replaceState(null, '', address)
  const sent: { path: string; body: Record<string, unknown> }[] = []
  const calls = {
    signIn: async () => 'signed_in' as const,
    confirmSecondStep: async () => {},
    signInByKey: async () => 'signed_in' as const,
    dueSecondStep: () => null,
    startOver: () => {},
    sendQuietly: async (path: string, init: RequestInit = {}) => {
      const body = JSON.parse(String(init.body ?? '{}')) as Record<string, unknown>
      sent.push({ path, body })
      return answers[`${init.method ?? 'GET'} ${path}`]!(body)
    },
  }
  render(<SignInApp calls={calls} enter={vi.fn()} WelcomePages={WelcomePages} />)
  return { sent, user: userEvent.setup() }
}

const refusal = (code: string, field?: string) =>
  Response.json({ code, message: code, ...(field ? { details: { [field]: [{ code }] } } : {}) }, { status: 400 })

beforeEach(() => {
  localStorage.clear()
  // jsdom has no scrolling.
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})

describe('the public page of a brand', () => {
  const form = {
    brand: 'Aurora',
    company: 'Aurora SA',
    country: 'BR',
    terms: { id: 7, name: 'Termos 1', text: 'Seja honesto.' },
  }

  it('sends what is declared, with documents and the terms, and says what is wrong at its field', async () => {
    let isRefused = true
    const { sent, user } = open('/apply/aurora', {
      'GET /api/apply/aurora': () => Response.json(form),
      'POST /api/apply/aurora': () => {
        const answered = isRefused ? refusal('invalid_cpf', 'cpf') : Response.json({ done: true })
        isRefused = false
        return answered
      },
    })
    await screen.findByRole('heading', { level: 1, name: 'Seja afiliado de Aurora' })
    await user.type(screen.getByLabelText(apply.fields.name), 'Bea')
    await user.type(screen.getByLabelText(apply.fields.email), 'bea@prado.example')
    await user.type(screen.getByLabelText(apply.fields.phone), '11 98765-4321')
    await user.type(screen.getByLabelText(apply.fields.cpf), '111')
    await user.type(screen.getByLabelText(apply.fields.sites), 'prado.example\n\nvideo.example/bea')
    await user.type(screen.getByLabelText(apply.fields.how), 'Resenhas')
    await user.upload(screen.getByLabelText(documents.label), new File(['%PDF-1.7'], 'licence.pdf'))
    await user.click(screen.getByRole('checkbox'))
    await user.click(screen.getByRole('button', { name: apply.submit }))
    await screen.findByText(errors.invalid_cpf)
    expect(screen.getByLabelText(apply.fields.cpf).getAttribute('aria-invalid')).toBe('true')
    await user.click(screen.getByRole('button', { name: apply.submit }))
    await screen.findByRole('heading', { level: 1, name: apply.doneTitle })
    expect(sent.at(-1)!.body).toEqual({
      name: 'Bea',
      email: 'bea@prado.example',
      phone: '11 98765-4321',
      country: 'BR',
      cpf: '111',
      how: 'Resenhas',
      sites: [{ address: 'prado.example' }, { address: 'video.example/bea' }],
      language: 'pt',
      terms: 7,
      homepage: '',
      files: [{ name: 'licence.pdf', content: btoa('%PDF-1.7') }],
    })
  })

  it('says so where the brand takes no applications', async () => {
    open('/apply/other', { 'GET /api/apply/other': () => Response.json({ code: 'not_found' }, { status: 404 }) })
    await screen.findByText(apply.closed)
  })
})

describe('the link of an invitation', () => {
  it('sets a password once, and leads to signing in', async () => {
    const { sent, user } = open('/invitation#in_token', {
      'POST /api/invitation/read': () => Response.json({ email: 'bea@prado.example', name: 'Bea', company: 'Aurora' }),
      'POST /api/invitation/accept': ({ password }) =>
        password === 'curta'
          ? refusal('password_too_short', 'password')
          : Response.json({ email: 'bea@prado.example' }),
    })
    await screen.findByText('bea@prado.example')
    await user.type(screen.getByLabelText(invitation.password), 'curta')
    await user.click(screen.getByRole('button', { name: invitation.submit }))
    await waitFor(() => expect(screen.getByLabelText(invitation.password).getAttribute('aria-invalid')).toBe('true'))
    for (const label of [invitation.password, invitation.again]) {
      await user.clear(screen.getByLabelText(label))
      await user.type(screen.getByLabelText(label), 'Longa-Senha-7')
    }
    await user.click(screen.getByRole('button', { name: invitation.submit }))
    expect((await screen.findByRole('link', { name: invitation.signIn })).getAttribute('href')).toBe('/')
    expect(sent.at(-1)!.body).toEqual({
      token: 'in_token',
      password: 'Longa-Senha-7',
      passwordConfirmation: 'Longa-Senha-7',
    })
  })

  it('that is none, or no longer good, says so', async () => {
    open('/invitation', {})
    await screen.findByText(errors.invitation_over)
  })
})

describe('the link that stops a change', () => {
  const change = {
    kind: 'accessKey',
    label: 'Site',
    at: '2030-06-15T12:00:00Z',
    isStopped: false,
    company: 'Aurora SA',
  }

  it('says what changed, stops nothing when it is opened, and stops it by its button', async () => {
    let isRefused = true
    const { sent, user } = open('/stop#st_token', {
      'POST /api/access_change/read': () => Response.json(change),
      'POST /api/access_change/stop': () => {
        const answered = isRefused ? refusal('too_many_requests') : Response.json({ done: true })
        isRefused = false
        return answered
      },
    })
    await screen.findByText(stop.what.accessKey.replace('%{label}', 'Site'))
    screen.getByText(stop.lead.replace('%{company}', 'Aurora SA'))
    expect(sent).toEqual([{ path: '/api/access_change/read', body: { token: 'st_token' } }])
    await user.click(screen.getByRole('button', { name: stop.submit }))
    await screen.findByText(errors.too_many_requests)
    await user.click(screen.getByRole('button', { name: stop.submit }))
    await screen.findByRole('heading', { level: 1, name: stop.doneTitle })
    expect(sent.at(-1)).toEqual({ path: '/api/access_change/stop', body: { token: 'st_token' } })
  })

  it('of a change that was stopped says so and offers no button', async () => {
    open('/stop#st_token', { 'POST /api/access_change/read': () => Response.json({ ...change, isStopped: true }) })
    await screen.findByText(stop.done)
    expect(screen.queryByRole('button', { name: stop.submit })).toBeNull()
  })

  it('that is none, or no longer good, says so', async () => {
    open('/stop#st_token', { 'POST /api/access_change/read': () => refusal('invitation_over') })
    await screen.findByText(errors.invitation_over)
    expect(screen.queryByRole('button', { name: stop.submit })).toBeNull()
  })
})

describe('the private link of a question', () => {
  it('shows what is asked and sends the answer', async () => {
    const { sent, user } = open('/application#ap_token', {
      'POST /api/apply/link/read': () => Response.json({ name: 'Bea', brand: 'Aurora', question: 'Qual licença?' }),
      'POST /api/apply/link/answer': () => Response.json({ done: true }),
    })
    await screen.findByText('Qual licença?')
    await user.type(screen.getByLabelText(answer.label), 'MGA/123')
    await user.click(screen.getByRole('button', { name: answer.submit }))
    await screen.findByRole('heading', { level: 1, name: answer.doneTitle })
    expect(sent.at(-1)!.body).toEqual({ token: 'ap_token', answer: 'MGA/123', files: [] })
  })
})
