import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { openSite } from '../../testing/render-app'
import { replayApi, type ReplayedApi } from '../../testing/replay-api'

const call = 'POST /api/users/register/'
let api: ReplayedApi

beforeEach(() => {
  api = replayApi('anonymous')
})

const labels = {
  email: 'E-mail',
  first_name: 'First name',
  last_name: 'Last name',
  password: 'Password',
  password2: 'Confirm password',
  interest_notes: 'What interests you? (optional)',
}
type Name = keyof typeof labels

const whole: Record<Name, string> = {
  email: 'noor@example.test',
  first_name: 'Noor',
  last_name: 'Maas',
  password: 'tangerine bus 99',
  password2: 'tangerine bus 99',
  interest_notes: '',
}

const field = (name: Name) => screen.getByLabelText<HTMLInputElement>(labels[name])
const button = () => screen.getByRole('button', { name: /^Regist/ })

async function register(changes: Partial<Record<Name, string>> = {}) {
  const user = openSite('/register')
  await screen.findByRole('heading', { name: 'Register' })
  for (const name of Object.keys(labels) as Name[]) {
    const value = changes[name] ?? whole[name]
    if (value !== '') await user.type(field(name), value)
  }
  await user.click(screen.getByLabelText('I agree to the Terms and Conditions'))
  await user.click(button())
  return user
}

const invalid = () =>
  [...screen.getByRole('main').querySelectorAll('[aria-invalid=true]')].map((input) =>
    input.getAttribute('name'),
  )
const alert = async () => {
  const box = await screen.findByRole('alert')
  expect(document.activeElement).toBe(box)
  return box.textContent
}
const wordsUnder = (name: Name) => {
  const ids = field(name).getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent)
}

test('the browser leaves the checking to the form, and knows what to fill in', async () => {
  openSite('/register')
  await screen.findByRole('heading', { name: 'Register' })
  expect(field('email').form?.noValidate).toBe(true)
  const names = Object.keys(labels) as Name[]
  expect(names.map((name) => [field(name).required, field(name).autocomplete])).toEqual([
    [true, 'email'],
    [true, 'given-name'],
    [true, 'family-name'],
    [true, 'new-password'],
    [true, 'new-password'],
    [false, ''],
  ])
})

test.each(['email', 'last_name', 'password2'] as const)('%s may not be blank', async (name) => {
  await register({ [name]: name === 'password2' ? '' : ' ' })
  await waitFor(() => expect(wordsUnder(name)[0]).toBe('This field is required.'))
  expect(invalid()).toEqual([name])
  expect(document.activeElement).toBe(field(name))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(api.sent(call)).toEqual([])
})

test('the button says that it is busy, sends once, and what was typed is not logged', async () => {
  const release = api.hold(call)
  const user = await register({ interest_notes: 'Forklifts' })
  const busy = await screen.findByRole('button', { name: 'Registering...' })
  expect(busy.getAttribute('aria-disabled')).toBe('true')
  await user.click(busy)
  await user.type(field('email'), '{Enter}')
  release()
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(location.pathname + location.search).toBe('/login?registrationSuccess=true')
  expect(api.bodies(call)).toEqual([{ ...whole, interest_notes: 'Forklifts' }])
  const logged = vi.mocked(console.info).mock.calls.flat().join('\n')
  expect(logged).toMatch(/^POST \/api\/users\/register\/ 201 \d+ ms$/m)
  for (const secret of [...Object.values(whole).filter(Boolean), 'Forklifts'])
    expect(logged).not.toContain(secret)
})

const fallback = 'Registration failed. Please check your input.'

test.each([
  [
    { email: ['Too long.', 'Too odd.'], password: ['Common.'] },
    'Email: Too long. Too odd.',
    ['email', 'password'],
  ],
  [{ password: ['Common.', 'Numeric.'], detail: 'No.' }, 'Password: Common. Numeric.', ['password']],
  [{ non_field_errors: ['One.', 'Two.'], detail: 'Three.' }, 'One. Two.', []],
  [{ detail: 'Request was throttled.' }, 'Request was throttled.', []],
  [{}, fallback, []],
  [{ first_name: ['Too long.'] }, fallback, ['first_name']],
])('when the server answers %j, the alert says so and takes the focus', async (answer, text, marked) => {
  api.once(call, 400, answer)
  await register()
  expect(await alert()).toBe(text)
  expect(invalid()).toEqual(marked)
  expect(field('email').value).toBe(whole.email)
  expect(location.pathname).toBe('/register')
})

test('errors missing from the alert are shown below their fields', async () => {
  api.once(call, 400, { email: ['Taken.'], password: ['Too common.'], last_name: ['Too long.'] })
  await register()
  expect(await alert()).toBe('Email: Taken.')
  expect(wordsUnder('password')[0]).toBe('Too common.')
  expect(wordsUnder('last_name')).toEqual(['Too long.'])
  expect(wordsUnder('email')).toEqual([])
})

test('without an answer it says so, and works when there is one', async () => {
  api.disconnect(call)
  const user = await register()
  expect(await alert()).toBe('Network error — please try again.')
  expect(invalid()).toEqual([])
  await user.click(button())
  await screen.findByRole('heading', { name: 'Sign in' })
})

test('says that registration is closed, in the place of the form', async () => {
  api.answer('GET /api/users/register/', 200, { open: false })
  openSite('/register')
  await screen.findByText('Registration is closed on this site.')
  expect(screen.queryByRole('button', { name: 'Register' })).toBeNull()
  screen.getByText(/Only the site’s owner creates accounts/)
})
