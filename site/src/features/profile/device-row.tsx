import { useId } from 'react'
import { IconDeviceDesktop, IconDeviceMobile } from '../../ui/icons'
import type { Device } from '../../api/types'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/button'
import { IconTile } from '../../ui/icon-tile'
import { Icon } from '../../ui/icon'
import { DateTime } from '../../ui/date-time'
import { deviceName, isHandheld } from '../../lib/device-name'
import { cx } from '../../lib/cx'
import work from '../../ui/work.module.css'
import styles from './profile.module.css'

interface DeviceRowProps {
  device: Device
  busy: boolean
  onSignOut: () => void
}

/** One device, as its owner may recognise it. */
export function DeviceRow({ device, busy, onSignOut }: DeviceRowProps) {
  const id = useId()
  return (
    <li className={styles.device}>
      <IconTile>
        <Icon of={isHandheld(device.user_agent) ? IconDeviceMobile : IconDeviceDesktop} />
      </IconTile>
      <div className={work.note}>
        <p id={id} className={cx(work.row, styles.name)}>
          {deviceName(device.user_agent)} {device.current && <Badge tone="success">This device</Badge>}
        </p>
        <p>
          Last used <DateTime at={device.last_used_at} />
        </p>
        <p>
          Signed in <DateTime at={device.created_at} /> from {device.ip}
        </p>
      </div>
      <Button aria-describedby={id} aria-disabled={busy} onClick={onSignOut}>
        Sign out
      </Button>
    </li>
  )
}
