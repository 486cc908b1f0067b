import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { decodePart } from '../../api/access-token'
import { isRecord } from '../../api/api-error'

/** What a mailed invitation to a share says. The server verifies it. */
export interface Invitation {
  /** The whole of it, signed. */
  text: string
  share: number
  email: string
}

/** The invitation in the address, which moves from there to the state of the history's entry. */
export function useInvitation(): Invitation | undefined {
  const { pathname, search, hash, ...location } = useLocation()
  const navigate = useNavigate()
  const arrived = new URLSearchParams(hash.slice(1)).get('invitation')
  const before: unknown = location.state
  const state = isRecord(before) ? before : {}
  useEffect(() => {
    if (arrived === null) return
    void navigate(pathname + search, { replace: true, state: { ...state, invitation: arrived } })
  })
  return readInvitation(arrived ?? state['invitation'])
}

function readInvitation(text: unknown): Invitation | undefined {
  if (typeof text !== 'string') return undefined
  try {
    const said = decodePart(text.split('.')[0] ?? '')
    if (!isRecord(said) || typeof said['share'] !== 'number' || typeof said['email'] !== 'string')
      return undefined
    return { text, share: said['share'], email: said['email'] }
  } catch {
    return undefined
  }
}
