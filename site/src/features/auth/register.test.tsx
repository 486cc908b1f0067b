import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeServer, json } from '../../testing/fake-server'
import { openSite } from '../../testing/render-app'

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
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
const terms = () => screen.getByLabelText<HTMLInputElement>('I agree to the Terms and Conditions')
const button = () => screen.getByRole('button', { name: /^Regist/ })

async function register(changes: Partial<Record<Name, string>> = {}, agree = true) {
  const user = openSite('/register')
  await screen.findByRole('heading', { name: 'Register' })
  for (const name of Object.keys(labels) as Name[]) {
    const value = changes[name] ?? whole[name]
    if (value !== '') await user.type(field(name), value)
  }
  if (agree) await user.click(terms())
  await user.click(button())
  return user
}

const sent = () => server.requestsTo('POST /api/users/register/').map(({ body }) => body)
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

test('opens an account and leads to the sign-in screen, which says so', async () => {
  await register({ interest_notes: 'Forklifts' })
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(location.pathname + location.search).toBe('/login?registrationSuccess=true')
  expect(
    screen.getByText('Your account is ready. You can sign in now.').closest('[role=status]'),
  ).not.toBeNull()
  expect(sent()).toEqual([{ ...whole, interest_notes: 'Forklifts' }])
  expect(server.accounts.registered).toHaveLength(1)
})

test('the interest note may be left out, and it alone', async () => {
  await register()
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(sent()).toEqual([whole])
})

test('the browser leaves the checking to the form, and knows what to fill in', async () => {
  openSite('/register')
  await screen.findByRole('heading', { name: 'Register' })
  expect(field('email').form?.noValidate).toBe(true)
  const filled = (['email', 'first_name', 'last_name', 'password', 'password2'] as const).map((name) => [
    field(name).required,
    field(name).autocomplete,
  ])
  expect(filled).toEqual([
    [true, 'email'],
    [true, 'given-name'],
    [true, 'family-name'],
    [true, 'new-password'],
    [true, 'new-password'],
  ])
  expect(field('interest_notes').required).toBe(false)
})

test.each(['email', 'first_name', 'last_name', 'password', 'password2'] as const)(
  '%s may not be blank: it is marked and gets the focus, and nothing is sent',
  async (name) => {
    await register({ [name]: name.startsWith('password') ? '' : ' ' }, false)
    await waitFor(() => expect(wordsUnder(name)[0]).toBe('This field is required.'))
    expect(invalid()).toEqual([name])
    expect(document.activeElement).toBe(field(name))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(sent()).toEqual([])
  },
)

test('two spellings of one password in Unicode match', async () => {
  await register({
    password: 'Zoë prépare',
    password2: 'Zoë prépare'.normalize('NFD').replace(' ', '\u00a0'),
  })
  await waitFor(() => expect(sent()).toHaveLength(1))
})

test('different passwords are reported before missing consent, and nothing is sent', async () => {
  const user = await register({ password2: 'tangerine bus 98' }, false)
  expect(await alert()).toBe('Passwords do not match.')
  expect(invalid()).toEqual(['password', 'password2'])

  await user.clear(field('password2'))
  await user.type(field('password2'), whole.password)
  await user.click(button())
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toBe(
      'You must agree to the Terms and Conditions to register.',
    ),
  )
  expect(await alert()).toContain('You must agree')
  expect(invalid()).toEqual(['terms'])
  expect(sent()).toEqual([])

  await user.click(terms())
  await user.click(button())
  await screen.findByRole('heading', { name: 'Sign in' })
})

test('the button says that it is busy, and sends once', async () => {
  const release = server.delay('POST /api/users/register/')
  const user = await register()
  expect((await screen.findByRole('button', { name: 'Registering...' })).getAttribute('aria-disabled')).toBe(
    'true',
  )
  await user.click(button())
  await user.type(field('email'), '{Enter}')
  release()
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(sent()).toHaveLength(1)
})

test.each([
  [
    'the e-mail',
    { email: ['User with this email already exists.'] },
    'Email: User with this email already exists.',
    ['email'],
  ],
  ['the e-mail twice', { email: ['Too long.', 'Too odd.'] }, 'Email: Too long. Too odd.', ['email']],
  [
    'the password',
    { password: ['This password is too common.'] },
    'Password: This password is too common.',
    ['password'],
  ],
  [
    'the password of two faults',
    { password: ['This password is too common.', 'This password is entirely numeric.'] },
    'Password: This password is too common. This password is entirely numeric.',
    ['password'],
  ],
  ['the whole', { non_field_errors: ['One.', 'Two.'] }, 'One. Two.', []],
  ['the whole before the detail', { non_field_errors: ['One.'], detail: 'Three.' }, 'One.', []],
  ['no field', { detail: 'Request was throttled.' }, 'Request was throttled.', []],
  ['nothing', {}, 'Registration failed. Please check your input.', []],
  [
    'another field',
    { first_name: ['Ensure this field has no more than 150 characters.'] },
    'Registration failed. Please check your input.',
    ['first_name'],
  ],
])('when the server blames %s, the alert says so and takes the focus', async (_, answer, text, marked) => {
  server.next('POST /api/users/register/', () => json(400, answer))
  await register()
  expect(await alert()).toBe(text)
  expect(invalid()).toEqual(marked)
  expect(field('email').value).toBe(whole.email)
  expect(location.pathname).toBe('/register')
})

test('errors missing from the alert are shown below their fields', async () => {
  server.next('POST /api/users/register/', () =>
    json(400, { email: ['Taken.'], password: ['Too common.'], last_name: ['Too long.'] }),
  )
  await register()
  expect(await alert()).toBe('Email: Taken.')
  expect(invalid()).toEqual(['email', 'last_name', 'password'])
  expect(wordsUnder('password')[0]).toBe('Too common.')
  expect(wordsUnder('last_name')).toEqual(['Too long.'])
  expect(wordsUnder('email')).toEqual([])
})

test('the server refuses an existing account', async () => {
  await register({ email: server.user.email })
  expect(await alert()).toBe('Email: User with this email already exists.')
})

test('without an answer it says so, and works when there is one', async () => {
  server.failNetwork('POST /api/users/register/')
  const user = await register()
  expect(await alert()).toBe('Network error — please try again.')
  expect(invalid()).toEqual([])
  await user.click(button())
  await screen.findByRole('heading', { name: 'Sign in' })
})

test('the terms can be read in a window, section by section, without being agreed to', async () => {
  const user = openSite('/register')
  await user.click(await screen.findByRole('button', { name: 'Read the terms' }))
  const dialog = screen.getByRole('dialog', { name: 'Heading of terms' })
  expect(within(dialog).getByText('Last updated: May 1st, 2001')).toBeTruthy()
  const [title, ...sections] = within(dialog).getAllByRole('heading')
  expect(title?.textContent).toBe('Heading of terms')
  expect(sections.map((heading) => heading.textContent)).toEqual(['One', 'Two'])
  for (const heading of sections) expect(heading.nextElementSibling?.textContent.length).toBeGreaterThan(10)
  expect(within(dialog).queryByRole('checkbox')).toBeNull()
  await user.click(within(dialog).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(terms().checked).toBe(false)
})

test('returns to the guarded screen after registering', async () => {
  const user = openSite('/profile')
  await screen.findByRole('heading', { name: 'Sign in' })
  await user.click(await screen.findByRole('link', { name: 'Register' }))
  await screen.findByRole('heading', { name: 'Register' })
  expect(history.state).toMatchObject({ usr: { next: '/profile' } })
  await user.click(screen.getByRole('link', { name: 'Sign in' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  expect(history.state).toMatchObject({ usr: { next: '/profile' } })
})

test('nothing that was typed is logged', async () => {
  await register({ interest_notes: 'Forklifts' })
  await screen.findByRole('heading', { name: 'Sign in' })
  const logged = vi.mocked(console.info).mock.calls.flat().join('\n')
  expect(logged).toMatch(/^POST \/api\/users\/register\/ 201 \d+ ms$/m)
  for (const secret of Object.values(whole).filter(Boolean)) expect(logged).not.toContain(secret)
})

test('says that registration is closed, in the place of the form', async () => {
  server.accounts.registrationOpen = false
  openSite('/register')
  expect(await screen.findByText('Registration is closed on this site.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Register' })).toBeNull()
  expect(screen.getByText(/Only the site’s owner creates accounts/)).toBeTruthy()
})
