import { useEffect, useState } from 'react'
import { isRegistrationOpen } from '../../api/accounts'

/** Whether visitors may register; undefined until it is known. */
export function useRegistration(): boolean | undefined {
  const [open, setOpen] = useState<boolean>()
  useEffect(() => void isRegistrationOpen().then(setOpen), [])
  return open
}
