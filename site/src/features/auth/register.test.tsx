import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { alerted, under } from '../../testing/alerted'
import { browser } from '../../lib/browser'
import { openSite } from '../../testing/render-app'
import { api, replayApi } from '../../testing/replay-api'

const call = 'POST /api/users/register/'

beforeEach(() => replayApi('anonymous'))

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
  await waitFor(() => expect(under(field(name))).toBe('This field is required.'))
  expect(invalid()).toEqual([name])
  expect(document.activeElement).toBe(field(name))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(api.sent(call)).toEqual([])
})

test('the button says that it is busy, and sends once', async () => {
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
  await alerted(text)
  expect(invalid()).toEqual(marked)
  expect(field('email').value).toBe(whole.email)
  expect(location.pathname).toBe('/register')
})

test('errors missing from the alert are shown below their fields', async () => {
  api.once(call, 400, { email: ['Taken.'], password: ['Too common.'], last_name: ['Too long.'] })
  await register()
  await alerted('Email: Taken.')
  expect(under(field('password'))).toBe('Too common.')
  expect(under(field('last_name'))).toBe('Too long.')
  expect(under(field('email'))).toBe('')
})

test('without an answer it says so, and works when there is one', async () => {
  api.disconnect(call)
  const user = await register()
  await alerted('Network error — please try again.')
  expect(invalid()).toEqual([])
  await user.click(button())
  await screen.findByRole('heading', { name: 'Sign in' })
})

test('an invitation fills in the address, leaves the address bar, and leads to what was shared', async () => {
  const text = `${btoa(JSON.stringify({ share: 12, email: whole.email, expires: 1800000000 })).replaceAll('=', '')}.mac`
  const user = openSite(`/register#invitation=${text}`)
  await screen.findByText('Your invitation was sent to this address.')
  expect([field('email').value, field('email').readOnly]).toEqual([whole.email, true])
  expect(location.href).not.toContain(text)
  for (const name of ['first_name', 'last_name', 'password', 'password2'] as const)
    await user.type(field(name), whole[name])
  await user.click(screen.getByLabelText('I agree to the Terms and Conditions'))
  api.once(call, 400, { invitation: ['This invitation is no longer valid.'] })
  await user.click(button())
  await alerted('This invitation is no longer valid.')
  await user.click(button())
  await user.type(await screen.findByLabelText('E-mail'), whole.email)
  await user.type(screen.getByLabelText('Password'), whole.password)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(browser.goTo).toHaveBeenCalledWith('/s/12'))
  expect(api.bodies(call).at(-1)).toEqual({ ...whole, invitation: text })
})

test('ignores an invitation that cannot be read', async () => {
  openSite('/register#invitation=e30.mac')
  await screen.findByRole('heading', { name: 'Register' })
  expect(field('email').readOnly).toBe(false)
})
