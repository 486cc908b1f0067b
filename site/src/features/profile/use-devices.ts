import { useCallback, useEffect, useState } from 'react'
import { listDevices } from '../../api/profile'
import type { Device } from '../../api/types'

export interface DeviceList {
  /** Undefined until they have come. */
  devices: readonly Device[] | undefined
  /** They could not be fetched. */
  missing: boolean
  reload: () => Promise<void>
}

/** Where the user is signed in. */
export function useDevices(): DeviceList {
  const [devices, setDevices] = useState<readonly Device[]>()
  const [missing, setMissing] = useState(false)
  const reload = useCallback(async () => {
    const answer = await listDevices().catch(() => null)
    setMissing(answer === null)
    if (answer) setDevices(answer)
  }, [])
  useEffect(() => {
    // What it sets comes with the answer, long after the effect.
    // eslint-disable-next-line react-hooks/set-state-in-effect
    void reload()
  }, [reload])
  return { devices, missing, reload }
}
