import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useGetFactorsQuery } from '../../api/factorApi'
import { isRestricted } from '../../contract/factors'

const PATH = '/pages/account'

/** On a server that requires second factors, restricts an account without one to its own page. */
export function RequireFactor() {
  const { pathname } = useLocation()
  const { data, isLoading } = useGetFactorsQuery(null)
  if (isLoading) return null
  return data !== undefined && isRestricted(data) && pathname !== PATH ? <Navigate to={PATH} replace /> : <Outlet />
}
