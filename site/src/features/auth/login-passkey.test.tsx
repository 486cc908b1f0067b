import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../../lib/browser'
import { fakeAuthenticator } from '../../testing/fake-authenticator'
import { FakeServer } from '../../testing/fake-server'
import factorsPasskey from '../../testing/golden/factors-passkey.json'
import { openSite, stored } from '../../testing/render-app'

let server: FakeServer
let authenticator: ReturnType<typeof fakeAuthenticator>
let goTo: ReturnType<typeof vi.fn>

beforeEach(() => {
  server = new FakeServer()
  authenticator = fakeAuthenticator()
  goTo = vi.spyOn(browser, 'goTo').mockImplementation(() => undefined) as typeof goTo
})

const passkeyButton = () => screen.findByRole('button', { name: 'Use a passkey' })

test('a passkey signs in without a password, and is remembered', async () => {
  const user = openSite('/login')
  await user.click(await screen.findByLabelText('Remember me'))
  await user.click(await passkeyButton())
  await waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith('/'))
  expect(server.sessions.accepts(stored().access ?? '')).toBe(true)
  expect(document.cookie).toContain('refreshToken')
  expect(server.requestsTo('POST /api/users/login/passkey/')[0]?.body).toMatchObject({
    credential: { id: 'AQID', response: { signature: 'AQID', userHandle: 'AQID' } },
  })
})

test('a cancelled or unknown passkey does not change the form', async () => {
  authenticator.get.mockImplementationOnce(() => Promise.reject(new DOMException('', 'NotAllowedError')))
  const user = openSite('/login')
  const email: HTMLInputElement = await screen.findByLabelText('E-mail')
  await user.type(email, 'edda@example.test')
  await user.click(await passkeyButton())
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/^No passkey was used: you cancelled, or there is none for this site/)
  expect(document.activeElement).toBe(alert)
  server.accounts.passkeyGood = false
  await user.click(await passkeyButton())
  await screen.findByText(/^This passkey isn't registered here/)
  expect(email.value).toBe('edda@example.test')
  server.failNetwork('POST /api/users/login/passkey/options/')
  await user.click(await passkeyButton())
  await screen.findByText('Network error — please try again.')
  expect(goTo).not.toHaveBeenCalled()
})

test.each(['127.0.0.1', '[::1]'])('offers no passkey at the IP address %s', async (host) => {
  server.accounts.passkeys = [...factorsPasskey.body.passkeys]
  const user = openSite('/login')
  await passkeyButton()
  cleanup()
  vi.stubGlobal('location', new URL(`http://${host}/login`))
  openSite('/login')
  const email = await screen.findByLabelText('E-mail')
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  await user.type(email, server.user.email)
  await user.type(screen.getByLabelText('Password'), `${server.password}{Enter}`)
  expect(document.activeElement).toBe(await screen.findByLabelText('Code'))
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
})

test('asks for a passkey as the second step', async () => {
  server.accounts.passkeys = [...factorsPasskey.body.passkeys]
  const user = openSite('/login')
  await user.type(await screen.findByLabelText('E-mail'), server.user.email)
  await user.type(screen.getByLabelText('Password'), `${server.password}{Enter}`)
  const button = await screen.findByRole('button', { name: 'Use a passkey' })
  expect(document.activeElement).toBe(button)
  expect(screen.getByText('One of your recovery codes.')).toBeTruthy()
  await user.click(button)
  await waitFor(() => expect(goTo).toHaveBeenCalledExactlyOnceWith('/'))
  expect(server.requestsTo('POST /api/users/login/passkey/')[0]?.body).toMatchObject({
    second_factor_token: 'one-time-token-one-time-token-one-time-toke',
  })
})
