import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { isRecord } from '../../api/json'

/**
 * The secret in a mailed link's address; empty when the link was truncated. Removes it from the address bar, where others could read or
 * copy it, and stores it in the history entry, so that a reload keeps it.
 */
export function useMailedToken(parameter: 'token' | 'invitation' = 'token'): string {
  const { pathname, search, state } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  const token = params.get(parameter)
  useEffect(() => {
    if (token === null) return
    const rest = new URLSearchParams(search)
    rest.delete(parameter)
    const address = { pathname, search: rest.size === 0 ? '' : `?${rest.toString()}` }
    void navigate(address, { replace: true, state: { mailed: token } })
  }, [navigate, pathname, search, parameter, token])
  return token ?? mailedOf(state)
}

function mailedOf(state: unknown): string {
  return isRecord(state) && typeof state['mailed'] === 'string' ? state['mailed'] : ''
}
