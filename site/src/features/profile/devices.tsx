import { Note } from '../../ui/note'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, useId } from 'react'
import { isMissing } from '../../api/api-error'
import { listDevices, signOutDevice, signOutEverywhere } from '../../api/profile'
import { queryKeys } from '../../api/query-keys'
import type { Device } from '../../api/types'
import { Alert } from '../../ui/alert'
import { Button } from '../../ui/button'
import { Skeleton } from '../../ui/progress'
import { useAuth } from '../auth/use-auth'
import styles from './profile.module.css'
import { deviceName, isHandheld } from '../../lib/device-name'
import { useReauthentication } from '../../lib/reauthentication'
import { CardBody, CardFoot, MutationOutcome, SettingsRow } from '../../ui/section'
import { IconDeviceDesktop, IconDeviceMobile } from '../../ui/icons'
import { Badge } from '../../ui/badge'
import { IconTile } from '../../ui/icon-tile'
import { Icon } from '../../ui/icon'
import { DateTime } from '../../ui/date-time'
import { Lines, Row } from '../../ui/layout'

/** How many devices are shown at first. */
const firstDevices = 10

/** The user's sessions, with buttons to end one or all of them. */
export function Devices() {
  const withReauthentication = useReauthentication()
  const { logout } = useAuth()
  const client = useQueryClient()
  const { data, isError, refetch } = useQuery({
    queryKey: queryKeys.devices,
    queryFn: listDevices,
    refetchOnMount: 'always',
  })
  const signOut = useMutation({
    mutationFn: async (device: Device | 'all') => {
      if (device === 'all') await withReauthentication(signOutEverywhere)
      if (device === 'all' || device.current) {
        await logout()
        return ''
      }
      await withReauthentication(() => signOutDevice(device.id)).catch((error: unknown) => {
        // The device has signed out meanwhile.
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
    <SettingsRow title="Signed-in devices" about="Sign out any device you don’t recognise.">
      <CardBody>
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
        <Lines aria-busy={busy}>
          {data?.slice(0, showAll ? undefined : firstDevices).map((device) => (
            <DeviceRow key={device.id} device={device} busy={busy} onSignOut={() => start(device)} />
          ))}
        </Lines>
        {data && data.length > firstDevices && (
          <Button className={styles.more} aria-expanded={showAll} onClick={() => setShowAll(!showAll)}>
            {showAll ? 'Show fewer devices' : `Show all ${data.length} devices`}
          </Button>
        )}
      </CardBody>
      <CardFoot>
        <Button aria-disabled={busy} onClick={() => start('all')}>
          Sign out everywhere
        </Button>
      </CardFoot>
    </SettingsRow>
  )
}

interface DeviceRowProps {
  device: Device
  busy: boolean
  onSignOut: () => void
}

/** One device, as its owner may recognise it. */
function DeviceRow({ device, busy, onSignOut }: DeviceRowProps) {
  const id = useId()
  return (
    <li>
      <IconTile>
        <Icon of={isHandheld(device.user_agent) ? IconDeviceMobile : IconDeviceDesktop} />
      </IconTile>
      <Note as="div">
        <Row as="p" id={id} gap="sm" className={styles.name}>
          {deviceName(device.user_agent)} {device.current && <Badge tone="success">This device</Badge>}
        </Row>
        <p>
          Last used <DateTime at={device.last_used_at} />
        </p>
        <p>
          Signed in <DateTime at={device.created_at} /> from {device.ip}
        </p>
      </Note>
      <Button aria-describedby={id} aria-disabled={busy} onClick={onSignOut}>
        Sign out
      </Button>
    </li>
  )
}
