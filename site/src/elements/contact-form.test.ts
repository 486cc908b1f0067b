import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '../pages'
import { sampleContent } from '../testing/sample-content'
import { api, replayApi } from '../testing/replay-api'
import './contact-form'

const timeCall = 'GET /api/messages/time/'
const send = 'POST /api/messages/'

beforeEach(() => {
  sessionStorage.clear()
  replayApi('anonymous')
  // Each look at the clock is later than the wait for the time.
  let now = 0
  vi.spyOn(Date, 'now').mockImplementation(() => (now += 4_000))
  let times = 0
  api.respond(timeCall, () => Response.json({ time: `time-${++times}` }))
  api.answer(send, 201, {})
  open()
})

function open() {
  const site = { ...sampleContent.site, contact_form: true, contact_reply: 'within a day' }
  document.body.innerHTML = renderPage('/contact', { ...sampleContent, site }, { banner: null, cv: null })
}

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Send message' }))

async function write() {
  await userEvent.type(field('Your name'), 'Ines $& %email%')
  await userEvent.type(field('Your e-mail'), 'ines@carvalho.example')
  await userEvent.type(field('Message'), 'Hello.')
}

test('asks for a time when it is entered, sends the message and thanks with the focus on it', async () => {
  expect(api.requests).toEqual([])
  await write()
  expect(api.sent(timeCall)).toHaveLength(1)
  const release = api.hold(send)
  await submit()
  const button = await screen.findByRole('button', { name: 'Sending…' })
  await userEvent.click(button)
  release()
  const heading = await screen.findByRole('heading', { name: 'Message sent' })
  expect(document.activeElement).toBe(heading)
  expect(heading.nextElementSibling?.textContent).toBe(
    'Thank you, Ines $& %email%. Ann will answer to ines@carvalho.example, usually within a day.',
  )
  const message = { name: 'Ines $& %email%', email: 'ines@carvalho.example', message: 'Hello.', website: '' }
  expect(api.sent(send).map(({ body }) => body)).toEqual([{ ...message, time: 'time-1' }])
  // The next message begins empty.
  open()
  expect(field('Message').value).toBe('')
})

test('sends once more by itself if the time has expired', async () => {
  api.once(send, 400, { time: ['It has expired.'] })
  await write()
  await submit()
  await screen.findByRole('heading', { name: 'Message sent' })
  expect(api.sent(send).map(({ body }) => (body as { time: string }).time)).toEqual(['time-1', 'time-2'])
})

test('shows the errors of fields, with the focus on the first, until they are changed', async () => {
  api.once(send, 400, { email: ['Enter a valid email address.'] })
  await write()
  await submit()
  expect((await screen.findByText(/wasn’t sent/)).closest('[role=alert]')).not.toBeNull()
  const email = field('Your e-mail')
  expect(document.activeElement).toBe(email)
  expect(email.getAttribute('aria-invalid')).toBe('true')
  const error = document.getElementById(email.getAttribute('aria-describedby') ?? '')
  expect(error?.textContent).toBe('Enter a complete address: name@example.com')
  expect(field('Your name').hasAttribute('aria-invalid')).toBe(false)
  await userEvent.type(email, 'x')
  expect(email.hasAttribute('aria-invalid')).toBe(false)
  expect(error?.hidden).toBe(true)
})

test.each([
  ['429', /Too many messages from here/, () => Response.json({}, { status: 429 })],
  ['500', /couldn’t be sent/, () => Response.json({}, { status: 500 })],
  ['a page', /couldn’t be sent/, () => new Response('<h1>', { status: 400 })],
  ['nothing', /couldn’t be sent/, () => Promise.reject(new TypeError('Failed to fetch'))],
])('after the answer %s nothing that was typed is lost', async (_case, text, answer) => {
  api.respondOnce(send, answer)
  await write()
  await submit()
  const alert = within((await screen.findByText(text)).closest<HTMLElement>('[role=alert]') ?? document.body)
  expect(alert.getByRole('link').getAttribute('href')).toBe('mailto:ann@example.test')
  expect(field('Message').value).toBe('Hello.')
  // A reload of the page keeps it too.
  open()
  expect([field('Your e-mail').value, field('Message').value]).toEqual(['ines@carvalho.example', 'Hello.'])
  await submit()
  await screen.findByRole('heading', { name: 'Message sent' })
})

test('sends nothing and keeps the text while the server is not reached', async () => {
  api.disconnect(timeCall)
  await write()
  api.disconnect(timeCall)
  await submit()
  await screen.findByText(/couldn’t be sent/)
  expect(api.sent(send)).toEqual([])
  await submit()
  await screen.findByRole('heading', { name: 'Message sent' })
})
