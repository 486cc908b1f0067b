import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeServer } from '../../testing/fake-server'
import { openSite, signedIn } from '../../testing/render-app'

let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
})

async function open() {
  signedIn(server)
  const user = openSite('/profile')
  const section = within(await screen.findByRole('region', { name: 'Second factor' }))
  return { user, section }
}

test('sets up an authenticator app and shows recovery codes once', async () => {
  server.accounts.proved = false
  const { user, section } = await open()
  await user.click(await section.findByRole('button', { name: 'Set Up an Authenticator App' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: "Confirm it's you" }))
  await user.type(dialog.getByLabelText('Your password'), 'correct horse{Enter}')
  const picture = await section.findByRole('img', { name: 'QR code for your authenticator app' })
  expect(picture.getAttribute('viewBox')).toBe('0 0 9 9')
  expect(document.activeElement?.textContent).toContain('Scan this with your authenticator app')
  expect(section.getByText('GEZD-GNBV')).toBeTruthy()
  await user.click(section.getByRole('button', { name: 'Copy Key' }))
  await section.findByText('Copied.')
  expect(await navigator.clipboard.readText()).toBe('GEZD-GNBV')
  const code = section.getByLabelText('Code')
  await user.type(code, '000000{Enter}')
  await section.findByText('This code is wrong or was already used. Wait for the next one.')
  expect(document.activeElement).toBe(code)
  await user.clear(code)
  await user.type(code, '287082{Enter}')
  const codes = await section.findByRole('list', { name: 'Recovery codes' })
  expect(codes.textContent).toBe('AAAA-BBBB-CCCC-DDDD-EEEE-FFFFGGGG-HHHH-IIII-JJJJ-KKKK-LLLL')
  expect(document.activeElement?.textContent).toContain('These are your recovery codes.')
  await user.click(section.getByRole('button', { name: 'Copy Codes' }))
  await section.findByText('Copied.')
  expect(await navigator.clipboard.readText()).toBe(
    'AAAA-BBBB-CCCC-DDDD-EEEE-FFFF\nGGGG-HHHH-IIII-JJJJ-KKKK-LLLL\n',
  )
  await user.click(section.getByRole('button', { name: 'I Have Saved Them' }))
  await section.findByText(/^An authenticator app is set up\. 2 recovery codes are left/)
  expect(document.activeElement?.textContent).toBe('Your next sign-in asks for a code.')
  expect(section.queryByText(/AAAA/)).toBeNull()
})

test('cancels the setup and reports a refused copy', async () => {
  const { user, section } = await open()
  await user.click(await section.findByRole('button', { name: 'Set Up an Authenticator App' }))
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('not allowed'))
  await user.click(await section.findByRole('button', { name: 'Copy Key' }))
  await section.findByText('Your browser did not allow it. Select the text and copy it.')
  await user.click(section.getByRole('button', { name: 'Cancel' }))
  expect(section.queryByText('GEZD-GNBV')).toBeNull()
  expect(document.activeElement).toBe(section.getByRole('button', { name: 'Set Up an Authenticator App' }))
})

test('replaces recovery codes and removes the app', async () => {
  server.accounts.totp = true
  const { user, section } = await open()
  await user.click(await section.findByRole('button', { name: 'Make New Recovery Codes' }))
  await section.findByText('2222-3333-4444-5555-6666-7777')
  await user.click(section.getByRole('button', { name: 'I Have Saved Them' }))
  await section.findByText(/One recovery code is left/)
  await user.click(section.getByRole('button', { name: 'Remove the Authenticator App' }))
  await section.findByText('The authenticator app is removed. Your password alone signs you in.')
  await section.findByRole('button', { name: 'Set Up an Authenticator App' })
})

test('explains a required second factor and reports a failure', async () => {
  server.accounts.factorRequired = true
  const { user, section } = await open()
  const notice = await section.findByText(/The owner of this site asks staff for a second factor/)
  expect(document.activeElement?.contains(notice)).toBe(true)
  server.failNetwork('POST /api/users/factors/totp/')
  await user.click(section.getByRole('button', { name: 'Set Up an Authenticator App' }))
  await section.findByText('Network error — please try again.')
})
