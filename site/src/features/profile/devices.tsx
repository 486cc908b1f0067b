import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isMissing } from '../../api/api-error'
import { listDevices, signOutDevice, signOutEverywhere } from '../../api/profile'
import { queryKeys } from '../../api/query-keys'
import type { Device } from '../../api/types'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { Skeleton } from '../../ui/skeleton'
import { useAuth } from '../auth/use-auth'
import { DeviceRow } from './device-row'
import styles from './profile.module.css'
import { deviceName } from '../../lib/device-name'
import { withFreshProof } from '../../ui/fresh-proof'
import { MutationOutcome, Section } from '../../ui/section'

/** How many devices are shown at first. */
const firstDevices = 10

/** Where the user is signed in. Each device can be signed out, and all of them at once. */
export function Devices() {
  const { logout } = useAuth()
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.devices,
    queryFn: listDevices,
    refetchOnMount: 'always',
  })
  const signOut = useMutation({
    mutationFn: async (device: Device | 'all') => {
      if (device === 'all') await withFreshProof(signOutEverywhere)
      if (device === 'all' || device.current) {
        await logout()
        return ''
      }
      await withFreshProof(() => signOutDevice(device.id)).catch((error: unknown) => {
        // It has signed out by itself meanwhile.
        if (!isMissing(error)) throw error
      })
      await client.invalidateQueries({ queryKey: queryKeys.devices })
      return `${deviceName(device.user_agent)} is signed out.`
    },
  })
  const [showAll, setShowAll] = useState(false)
  const busy = signOut.isPending
  const start = (device: Device | 'all') => {
    if (!busy) signOut.mutate(device)
  }

  return (
    <Section
      title="Signed-in devices"
      action={
        <Button aria-disabled={busy} onClick={() => start('all')}>
          Sign out everywhere
        </Button>
      }
    >
      <MutationOutcome
        mutation={signOut}
        success={signOut.data}
        failure="Signing out did not work. Please try again."
      />
      {isError && (
        <Alert>
          Your devices could not be listed.{' '}
          <button type="button" className={styles.again} onClick={() => void refetch()}>
            Try again
          </button>
        </Alert>
      )}
      {!data && !isError && <Skeleton rows={2} />}
      <ul aria-busy={busy}>
        {data?.slice(0, showAll ? undefined : firstDevices).map((device) => (
          <DeviceRow key={device.id} device={device} busy={busy} onSignOut={() => start(device)} />
        ))}
      </ul>
      {data && data.length > firstDevices && (
        <Button className={styles.more} aria-expanded={showAll} onClick={() => setShowAll(!showAll)}>
          {showAll ? 'Show fewer devices' : `Show all ${data.length} devices`}
        </Button>
      )}
    </Section>
  )
}
