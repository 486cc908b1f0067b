import { useState } from 'react'
import { ApiError } from '../../api/api-error'
import { signOutDevice, signOutEverywhere } from '../../api/profile'
import type { Device } from '../../api/types'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { Skeleton } from '../../ui/skeleton'
import { DeviceRow } from './device-row'
import styles from './devices.module.css'
import { deviceName } from './device-name'
import { done, failed, type Outcome } from './outcome'
import { OutcomeNote } from './outcome-note'
import { Section } from './section'
import type { DeviceList } from './use-devices'

interface DevicesProps extends DeviceList {
  onSignedOutHere: () => Promise<void>
}

/** Where the user is signed in, with a way to end it there, and everywhere at once. */
export function Devices({ devices, missing, reload, onSignedOutHere }: DevicesProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [busy, setBusy] = useState('')

  const run = async (name: string, work: () => Promise<Outcome | null>) => {
    if (busy !== '') return
    setBusy(name)
    setOutcome(null)
    setOutcome(
      await work().catch((error: unknown) => failed(error, 'Signing out did not work. Please try again.')),
    )
    setBusy('')
  }

  const signOut = (device: Device) =>
    run(device.id, async () => {
      if (device.current) {
        await onSignedOutHere()
        return null
      }
      await signOutDevice(device.id).catch((error: unknown) => {
        // It has signed out by itself meanwhile.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      })
      await reload()
      return done(`${deviceName(device.user_agent)} is signed out.`)
    })

  const signOutAll = () =>
    run('everywhere', async () => {
      await signOutEverywhere()
      await onSignedOutHere()
      return null
    })

  return (
    <Section
      title="Signed-in devices"
      action={
        <Button aria-disabled={busy !== ''} onClick={() => void signOutAll()}>
          Sign out everywhere
        </Button>
      }
    >
      <OutcomeNote outcome={outcome} />
      {missing && (
        <Alert>
          Your devices could not be listed.{' '}
          <button type="button" className={styles.again} onClick={() => void reload()}>
            Try again
          </button>
        </Alert>
      )}
      {!devices && !missing && <Skeleton rows={2} />}
      <ul className={styles.list} aria-busy={busy !== ''}>
        {devices?.map((device) => (
          <DeviceRow
            key={device.id}
            device={device}
            busy={busy !== ''}
            onSignOut={() => void signOut(device)}
          />
        ))}
      </ul>
    </Section>
  )
}
