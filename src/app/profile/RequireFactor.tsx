import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useGetFactorsQuery } from '../../api/factorApi'
import { hasNoFactor } from '../../contract/factors'

const PATH = '/pages/account'

/** On a server that requires second factors, restricts an account without one to its own page. */
export function RequireFactor() {
  const { pathname } = useLocation()
  const { data, isLoading } = useGetFactorsQuery(null)
  if (pathname === PATH) return <Outlet />
  if (isLoading) return null
  return data?.required === true && hasNoFactor(data) ? <Navigate to={PATH} replace /> : <Outlet />
}
